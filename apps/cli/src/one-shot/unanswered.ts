import type { AgentEvent } from '@hermes/core'
import { type OutputStream, writeLine } from '../io.js'
import { oneLine } from '../render/safe-text.js'

/** Reports unanswered questions on stderr, for sinks that show no notices there. */
export async function reportUnanswered(event: AgentEvent, stderr: OutputStream): Promise<void> {
  if (event.type === 'subagent-event') return reportUnanswered(event.event, stderr)
  if (event.type !== 'notice' || !event.code.startsWith('question/')) return
  await writeLine(stderr, `hermes: ${oneLine(event.text)}`)
}
