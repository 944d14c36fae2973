import type { RefusalReason, SubmissionEnd } from '@hermes/conversations'
import { outcomeToMarkdown } from '@hermes/conversations/commands'
import { noUsage, type Usage } from '@hermes/core'
import type { Failure } from '../request/failure.js'
import { noRetry } from '../request/no-retry.js'
import { errorFailure, toFailure } from './to-failure.js'

/** The answer for a client. */
export interface Answer {
  readonly content: string
  readonly finishReason: 'stop' | 'length'
  readonly usage: Usage
}

/** Maps the outcome of a submission to an answer for its client. */
export function answerOf(end: SubmissionEnd): Answer | Failure {
  switch (end.status) {
    case 'turn': {
      const { outcome, finalResponse: content, usage } = end.result
      // For a client, a turn that ended before its work was done is truncated.
      const isCut = outcome.status === 'exhausted' || outcome.status === 'halted'
      return toFailure(end.result) ?? { content, usage, finishReason: isCut ? 'length' : 'stop' }
    }
    case 'command':
      return said(outcomeToMarkdown(end.outcome))
    case 'duplicate':
      return end.reply === undefined ? failures.duplicate : said(end.reply)
    case 'refused':
      return { ...refusals[end.reason], message: end.message }
    case 'failed':
      return errorFailure(end.error)
    case 'steered':
      return said('')
    case 'cancelled':
    case 'elsewhere':
    case 'left-queued':
      return failures[end.status]
  }
}

function said(content: string): Answer {
  return { content, finishReason: 'stop', usage: noUsage }
}

const failures = {
  duplicate: {
    status: 409,
    code: 'duplicate_request',
    message: 'This request was accepted before, and its answer is no longer available: read the session.',
    headers: noRetry,
  },
  cancelled: { status: 503, code: 'interrupted', message: 'The turn was interrupted before it started.' },
  elsewhere: {
    status: 503,
    code: 'taken_elsewhere',
    message: 'Another gateway answers this request: read the session.',
    headers: noRetry,
  },
  'left-queued': {
    status: 503,
    code: 'stopping',
    message: 'The gateway is stopping. The message is queued and will be answered in its session after the next start.',
    headers: noRetry,
  },
} satisfies Record<string, Failure>

const refusals: Readonly<Record<RefusalReason, Pick<Failure, 'status' | 'code' | 'headers'>>> = {
  busy: { status: 409, code: 'session_busy' },
  closing: { status: 503, code: 'stopping', headers: { 'retry-after': '5' } },
  empty: { status: 400, code: 'empty_message' },
  'given-up': { status: 500, code: 'turn_given_up', headers: noRetry },
  'nothing-to-continue': { status: 409, code: 'nothing_to_continue', headers: noRetry },
  outdated: { status: 409, code: 'outdated', headers: noRetry },
  // Turns with a key are limited only by its budget.
  'not-admitted': { status: 429, code: 'budget_spent', headers: noRetry },
  'too-late': { status: 409, code: 'not_running', headers: noRetry },
  'not-allowed': { status: 403, code: 'not_allowed' },
}
