import { laneOf } from '../outbox/outbox.js'
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
}

export function createAnswersHere(): AnswersHere {
  const working = new Set<AnswerHere>()
  return {
    async during(answer, work) {
      working.add(answer)
      await work().finally(() => working.delete(answer))
    },
    async leaveText(key, { conversation, to }) {
      const place = laneOf(to)
      const written = [...working].filter((each) => each.conversation === conversation && laneOf(each.to) === place)
      for (const { live } of written) await live.leave(key)
    },
  }
}
