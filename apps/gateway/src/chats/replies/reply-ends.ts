import type { SubmissionEnd } from '@hermes/conversations'
import { StoreError } from '@hermes/core'
import type { InboundMessage } from '@hermes/core/platform'
import { isCommand } from '../network/chat-origin.js'
import { formatMinutes } from '../network/format-minutes.js'

/** Whether the message is `/continue`, whose answer is that of the continued turn. */
export function isContinue(event: InboundMessage): boolean {
  return isCommand(event) && /^\/continue\s*$/i.test(event.text)
}

/** Whether the end is an answer of the agent, and not a notice or a failure. */
export function isAnswer(end: SubmissionEnd): boolean {
  return (
    (end.status === 'duplicate' && !end.isSteer) || (end.status === 'turn' && end.result.outcome.status === 'completed')
  )
}

/** Whether the store has to be asked for the end, because another process had or has the input. */
export function isElsewhere(end: SubmissionEnd, event: InboundMessage): boolean {
  if (end.status === 'elsewhere') return true
  if (end.status === 'duplicate') return end.reply === undefined && !end.isSteer
  return isOvertaken(end) && !isContinue(event)
}

/** Whether the turn to be continued had already been continued by another process. */
export function isOvertaken(end: SubmissionEnd): boolean {
  return end.status === 'refused' && end.reason === 'nothing-to-continue'
}

export function quietText(quietMs: number): string {
  return `⏳ Nothing has happened for ${formatMinutes(quietMs)}. I am still waiting; /stop ends it.`
}

/** Returns the end of a command whose process died before it had stored the answer. */
export function cutShort({ text }: InboundMessage): SubmissionEnd {
  const [name = ''] = text.split(/\s/, 1)
  const told = `⚠️ \`${name}\` was cut off when the gateway stopped. It may have had its effect: check before you repeat it.`
  return { status: 'command', name: name.slice(1), outcome: { type: 'error', text: told } }
}

export function stopping(): StoreError {
  return new StoreError('unavailable', 'The process stops before the answer is complete.')
}
