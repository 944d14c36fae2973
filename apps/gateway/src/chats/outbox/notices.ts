import { randomUUID } from 'node:crypto'
import type { ConversationNotice } from '@hermes/conversations'
import type { SessionId } from '@hermes/core'
import { type TellHomeOptions, tellHome } from './tell-home.js'

export interface NoticesOptions extends TellHomeOptions {
  /** Resolves when the conversation's current answers are in the outbox. */
  readonly untilPut: (conversation: SessionId) => Promise<void>
}

/** Notices of features about a conversation, often about an answer that is not in its chat yet. */
export interface Notices {
  /** Shows a notice in the chat of its conversation, below the answer. */
  tell(notice: Pick<ConversationNotice, 'id' | 'text'>): Promise<void>
  /** Resolves when all notices so far are in the outbox, or could not be put there. */
  untilTold(): Promise<void>
}

export function createNotices({ untilPut, ...options }: NoticesOptions): Notices {
  const telling = new Set<Promise<unknown>>()
  return {
    async tell({ id: conversation, text }) {
      const id = `notice ${randomUUID()}`
      const told = untilPut(conversation).then(() => tellHome({ id, conversation, text }, options))
      telling.add(told)
      await told.finally(() => telling.delete(told))
    },
    untilTold: async () => void (await Promise.allSettled(telling)),
  }
}
