import type { SessionId } from '@hermes/core'
import type { InboundMessage } from '@hermes/core/platform'
import { laneOf } from '../outbox/lane-of.js'
import type { TextPlace, WrittenTexts } from '../outbox/work-on-messages.js'
import type { LiveReply } from './live-reply.js'

/** An answer that this process works on. */
export interface AnswerHere extends TextPlace {
  readonly live: Pick<LiveReply, 'leave'>
  /** Whose answer it is. */
  readonly event: InboundMessage
  /** The ids that its turn may have. */
  readonly turnIds: readonly string[]
}

/** The answers that this process works on: what else is sent to their chats has its place above or below them. */
export interface AnswersHere extends WrittenTexts {
  /** The answer is one of them until `work` has ended. */
  during(answer: AnswerHere, work: () => Promise<void>): Promise<void>
  /** The message that began a turn of a conversation. `undefined` if no message of a chat did, or another process answers it. */
  messageOf(
    conversation: SessionId,
    turnId: string,
  ): { readonly network: string; readonly event: InboundMessage } | undefined
  /** Resolves when the answers of a conversation that are worked on now are in the outbox, or were given up. */
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
