import { type NewMessage, type SessionId, type StoredMessage, StoreError } from '@hermes/core'
import type { AppendOptions } from '@hermes/core/sessions'
import { createWorkerPool } from '@hermes/safety/worker'
import { frozenCopy } from '../../rows/frozen.js'
import type { AppendAnswer, AppendJob } from './append-worker.js'

/** Stores large messages in a thread, because indexing the words of 16 MB takes seconds. */
export interface LargeAppends {
  /** Prepares an append like `PrepareAppend`. The returned function stores it. */
  prepare(
    id: SessionId,
    messages: readonly NewMessage[],
    options: AppendOptions,
  ): () => Promise<readonly StoredMessage[]>
}

export type LargeAppendsOptions = Pick<AppendJob, 'path' | 'synchronous' | 'timeoutMs'>

/** Number of characters from which messages are large. Indexing them takes about 20 ms, and starting a thread 50 ms. */
const largeChars = 200_000
/** Memory limit of the thread, which holds several copies of a text. */
const maxMb = 1_024
const maxMs = 600_000

const unaborted = new AbortController().signal

export function createLargeAppends(file: LargeAppendsOptions): LargeAppends {
  const pool = createWorkerPool({
    program: async () => (await import('./append-worker.js')).appendWorker,
    size: 1,
    maxMb,
    maxMs,
  })
  return {
    prepare(sessionId, given, { calls, guard, settles, puts }) {
      const messages = given.map((each) => ({ ...each, message: frozenCopy(each.message) }))
      // Claims have methods, which cannot be sent to a thread.
      const options: AppendOptions = {
        ...(calls && { calls }),
        ...(guard && { guard: { lane: guard.lane, fence: guard.fence } }),
        ...(settles && { settles: { ...settles } }),
        ...(puts && { puts }),
      }
      const job: AppendJob = { ...file, sessionId, messages, options }
      return async () => {
        const answer = await pool.run<AppendAnswer>(job, unaborted)
        if ('refused' in answer) throw new StoreError(answer.refused.kind, answer.refused.message)
        return Object.freeze(
          messages.map((message, index) => Object.freeze({ ...message, id: Number(answer.ids[index]), sessionId })),
        )
      }
    },
  }
}

/** Whether storing messages would block the event loop for long. */
export function areLarge(messages: readonly NewMessage[]): boolean {
  let chars = 0
  for (const { message } of messages) {
    const { content } = message
    if (typeof content === 'string') chars += content.length
    else for (const part of content ?? []) chars += part.type === 'text' ? part.text.length : 0
    if (message.role !== 'assistant') continue
    for (const call of message.tool_calls ?? []) chars += call.function.arguments.length
  }
  return chars >= largeChars
}
