import type { Conversation, Conversations, Sender, SubmissionEnd } from '@hermes/conversations'
import { settledExchange } from '@hermes/conversations/stored'
import type { SessionStore } from '@hermes/core'
import type { LiveReply } from './live-reply.js'
import { isOvertaken } from './reply-ends.js'

export interface EndElsewhereOptions {
  readonly conversations: Pick<Conversations, 'finish' | 'isClosing'>
  readonly store: SessionStore
  readonly conversation: Conversation
  readonly from: Sender
  /** Follows the turns that this function finishes. */
  readonly live: Pick<LiveReply, 'follow'>
  readonly signal: AbortSignal
}

/**
 * Returns the end of an input that was accepted before. If another process may still run its turn, this waits for it. If that process died,
 * this finishes the turn.
 */
export async function endElsewhere(inputId: string, options: EndElsewhereOptions): Promise<SubmissionEnd> {
  const { conversations, store, conversation, from, live, signal } = options
  const { id } = conversation
  let failed: SubmissionEnd | undefined
  let hasLeftQueue = false
  for (;;) {
    if (conversations.isClosing) return { status: 'left-queued' }
    const exchange = await settledExchange(store, id, { inputId, signal })
    if (exchange && exchange.begunBy !== inputId) return { status: 'duplicate', isSteer: true }
    const { reply, partial } = exchange ?? {}
    if (reply !== undefined) return { status: 'duplicate', reply }
    if (failed) return failed
    if (partial !== undefined) return { status: 'duplicate', partial }
    // A later turn has followed the one of this input.
    if (exchange && !exchange.isLatest) return { status: 'duplicate' }
    // The conversation no longer contains the input.
    if (!exchange && hasLeftQueue) return { status: 'duplicate' }
    // The turn starts before it can be followed. The reply recognizes it by the id of its input.
    const finishing = await conversations.finish({ id }, from, exchange && inputId)
    if (exchange) {
      live.follow(finishing)
      const end = await finishing.ended
      if (end.status === 'turn' && end.result.outcome.status !== 'completed') failed = end
      if (end.status === 'failed') failed = end
      // Other refusals would not change with another attempt.
      if (end.status === 'refused' && !isOvertaken(end)) failed = end
      continue
    }
    await finishing.ended
    const queued = conversation.submissionOf(inputId)
    hasLeftQueue = !queued
    // Another process may have started the turn after the search for the exchange.
    if (!queued) continue
    live.follow(queued)
    const end = await queued.ended
    if (end.status !== 'elsewhere' && !isOvertaken(end)) return end
  }
}
