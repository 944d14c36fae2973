import type { AgentEvent } from '@hermes/core'
import { type Io, writeLine } from '../io.js'
import { oneLine } from '../render/text/safe-text.js'

/** Reports on stderr what keeps a turn from an answer, for outputs that show no notices there: questions, a silent provider. */
export async function reportObstacle(event: AgentEvent, io: Pick<Io, 'stderr' | 't'>): Promise<void> {
  if (event.type === 'subagent-event') return reportObstacle(event.event, io)
  if (event.type !== 'notice' || !/^question\/|^provider-silent$/.test(event.code)) return
  await writeLine(io.stderr, `hermes: ${oneLine(io.t.of(event.text))}`)
}
