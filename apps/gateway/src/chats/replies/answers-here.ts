import type { SessionId } from '@hermes/core'
import { laneOf } from '../outbox/lane-of.js'
import type { TextPlace, WrittenTexts } from '../outbox/work-on-messages.js'
import type { LiveReply } from './live-reply.js'

/** An answer that this process works on. */
export interface AnswerHere extends TextPlace {
  readonly live: Pick<LiveReply, 'leave'>
}

/** The answers that this process works on: what else is sent to their chats has its place above or below them. */
export interface AnswersHere extends WrittenTexts {
  /** The answer is one of them until `work` has ended. */
  during(answer: AnswerHere, work: () => Promise<void>): Promise<void>
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
    async untilPut(conversation) {
      const done = Array.from(working, ([answer, each]) => (answer.conversation === conversation ? each : undefined))
      await Promise.allSettled(done)
    },
  }
}
