import type { AgentEvent } from '@hermes/core'
import { type OutputStream, writeLine } from '../io.js'
import { oneLine } from '../render/safe-text.js'

/** Reports what keeps a turn from an answer on stderr, for sinks that show no notices there: questions, a silent provider. */
export async function reportHindrance(event: AgentEvent, stderr: OutputStream): Promise<void> {
  if (event.type === 'subagent-event') return reportHindrance(event.event, stderr)
  if (event.type !== 'notice' || !/^question\/|^provider-silent$/.test(event.code)) return
  await writeLine(stderr, `hermes: ${oneLine(event.text)}`)
}
