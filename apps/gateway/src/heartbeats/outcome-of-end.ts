import type { SubmissionEnd } from '@hermes/conversations'
import { describeError } from '@hermes/core'
import { english } from '@hermes/safety/language'
import type { RunOutcome } from '@hermes/scheduler'
import { isSilent } from '../chats/replies/text/is-silent.js'

export const busy = {
  status: 'skipped',
  reason: english`A turn was under way in its conversation, or messages waited.`,
} as const

const stopped = 'The program was stopped during the run.'

/**
 * Returns the outcome of a job that entered a conversation.
 * @param isClosing Whether the process stops, which interrupts turns.
 */
export function outcomeOfEnd(end: SubmissionEnd, sessionId: string, isClosing: boolean): RunOutcome {
  switch (end.status) {
    case 'turn':
      return outcomeOfTurn(end.result.outcome, sessionId, isClosing)
    case 'refused':
      if (end.reason === 'busy') return busy
      return { status: 'skipped', reason: end.message }
    case 'failed':
      return { status: 'failed', reason: describeError(end.error), sessionId }
    default:
      return { status: 'cut-off', reason: stopped, sessionId }
  }
}

type Turn = Extract<SubmissionEnd, { readonly status: 'turn' }>

function outcomeOfTurn(outcome: Turn['result']['outcome'], sessionId: string, isClosing: boolean): RunOutcome {
  switch (outcome.status) {
    case 'completed':
    case 'exhausted':
      return { status: 'completed', text: outcome.text, isSilent: isSilent(outcome.text, 'direct'), sessionId }
    case 'halted':
      return { status: 'failed', reason: outcome.text, sessionId }
    case 'failed':
      return { status: 'failed', reason: describeError(outcome.error), sessionId }
    case 'interrupted':
      // A person has interrupted the turn, or wants no answer.
      if (!isClosing) return { status: 'skipped', reason: english`Its turn was ended: ${outcome.reason}` }
      return { status: 'cut-off', reason: stopped, sessionId }
  }
}
