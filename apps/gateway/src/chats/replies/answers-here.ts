import type { SessionId } from '@hermes/core'
import type { InboundMessage } from '@hermes/core/platform'
import { laneOf } from '../outbox/lane-of.js'
import type { TextPlace, WrittenTexts } from '../outbox/work-on-messages.js'
import type { LiveReply } from './live-reply.js'

/** An answer that this process works on. */
export interface AnswerHere extends TextPlace {
  readonly live: Pick<LiveReply, 'leave'>
  /** The message that is answered. */
  readonly event: InboundMessage
  /** The ids that the turn of the answer may have. */
  readonly turnIds: readonly string[]
}

/** The answers that this process works on. Other messages to their chats are placed above or below them. */
export interface AnswersHere extends WrittenTexts {
  /** Keeps the answer in this set until `work` has ended. */
  during(answer: AnswerHere, work: () => Promise<void>): Promise<void>
  /** Returns the message that started a turn of a conversation, or `undefined` if no chat message did or another process answers it. */
  messageOf(
    conversation: SessionId,
    turnId: string,
  ): { readonly network: string; readonly event: InboundMessage } | undefined
  /** Resolves when the conversation's current answers are in the outbox or were given up. */
  untilPut(conversation: SessionId): Promise<void>
}

export function createAnswersHere(): AnswersHere {
  const working = new Map<AnswerHere, Promise<void>>()
  return {
    async during(answer, work) {
      const done = work()
      working.set(answer, done)
      await done.finally(() => working.delete(answer))
    },
    async leaveText(key, { conversation, to }) {
      const place = laneOf(to)
      const written = [...working.keys()].filter(
        (each) => each.conversation === conversation && laneOf(each.to) === place,
      )
      for (const { live } of written) await live.leave(key)
    },
    messageOf(conversation, turnId) {
      const found = working.keys().find((each) => each.conversation === conversation && each.turnIds.includes(turnId))
      return found && { network: found.to.network, event: found.event }
    },
    async untilPut(conversation) {
      const done = Array.from(working, ([answer, each]) => (answer.conversation === conversation ? each : undefined))
      await Promise.allSettled(done)
    },
  }
}
