import type { SessionId } from '@hermes/core'
import type { Sender } from '../../../contracts/conversation.js'
import type { SubmissionEnd } from '../../../contracts/submission.js'

/** Background work in a separate session. The conversation that started it receives a notice when it ends. */
export interface Aside {
  /** The session of the work. */
  readonly id: SessionId
  /** The id of its input. */
  readonly inputId: string
  readonly kind: 'background' | 'review'
  /** The conversation that receives the notice. */
  readonly conversation: SessionId
  /** The person who asked for it. */
  readonly from: Sender
}

/**
 * Takes charge of the notice at the end of the work, so that the conversation receives it even if this process dies. Resolves once that is
 * stored.
 */
export type FollowAside = (aside: Aside, ended: Promise<SubmissionEnd>) => Promise<void>

const longestExcerpt = 200

/** Returns the notice for the conversation when the work ends. */
export function describeAside({ id, kind }: Pick<Aside, 'id' | 'kind'>, end: SubmissionEnd): string {
  if (kind === 'background') return `${outcomeOf(end)} /resume ${id} shows it.`
  const text = replyOf(end)?.trim() ?? ''
  return text === '' ? `The review did not end with an answer. /resume ${id} shows it.` : `Review:\n${text}`
}

function outcomeOf(end: SubmissionEnd): string {
  if (end.status === 'failed') return `The background session failed: ${end.error.message}`
  if (end.status === 'refused' && end.reason === 'given-up') return `The background session failed: ${end.message}`
  if (end.status === 'refused' && end.reason === 'not-admitted')
    return `The background session did not run. ${end.message}`
  if (end.status === 'turn' && end.result.outcome.status === 'failed') {
    return `The background session failed: ${end.result.outcome.error.message}`
  }
  if (end.status === 'turn' && end.result.outcome.status === 'interrupted') {
    return `The background session was interrupted: ${end.result.outcome.reason}`
  }
  const reply = replyOf(end)
  return reply === undefined
    ? 'The background session did not run.'
    : `The background session has ended: ${excerptOf(reply)}`
}

/** Returns the answer. The end of work from an earlier process only has the reply. */
function replyOf(end: SubmissionEnd): string | undefined {
  if (end.status === 'turn') return end.result.finalResponse
  return end.status === 'duplicate' ? end.reply : undefined
}

function excerptOf(reply: string): string {
  const line = reply.replaceAll(/\s+/g, ' ').trim()
  return line.length <= longestExcerpt ? line : `${line.slice(0, longestExcerpt - 1)}…`
}
