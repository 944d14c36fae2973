import { type SessionId, type SessionRecord, type SessionStore, type StoredMessage, textOf } from '@hermes/core'
import { compressionOf, isNotFromUser, newestOf, rootOf } from '@hermes/core/sessions'
import * as z from 'zod'

/** Counts the turns of a conversation that background processes have started since a person last wrote. */
export interface WakeCounter {
  count(sessionId: SessionId): Promise<number>
  /** Counts one more turn. */
  add(sessionId: SessionId): Promise<void>
}

export interface WakeCounterOptions {
  readonly store: SessionStore
  /** Returns the current time in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number
}

const namespace = 'process-wakes'
/** `atMs` is when the latest of these turns started. */
const countSchema = z.object({ count: z.int().min(0), atMs: z.number() })
type Count = z.infer<typeof countSchema>

/** The number of messages to search. It exceeds the messages of a usual turn: an older message of a person was written before the latest wake. */
const maxMessages = 2_000

/** Creates a counter that is kept in the store, if the store keeps values, so that the end of the process does not reset it. */
export function createWakeCounter({ store, now = Date.now }: WakeCounterOptions): WakeCounter {
  const memory = new Map<SessionId, Count>()

  async function find(sessionId: SessionId) {
    const record = await store.sessions.get(sessionId)
    const root = record ? (await rootOf(store, record)).id : sessionId
    const value = store.values ? countSchema.safeParse(await store.values.get(namespace, root)).data : memory.get(root)
    if (!record || !value || (await wroteAfter(record, value.atMs))) return { root, count: 0 }
    return { root, count: value.count }
  }

  async function wroteAfter(record: SessionRecord, atMs: number): Promise<boolean> {
    const newest = await newestOf(store, record)
    const stored = await store.messages.load(newest.id, { limit: maxMessages, fromEnd: true })
    const summary = compressionOf(newest)?.summary
    return stored.some((entry) => entry.timestampMs > atMs && isOfPerson(entry, summary))
  }

  return {
    count: async (sessionId) => (await find(sessionId)).count,
    async add(sessionId) {
      const { root, count } = await find(sessionId)
      const next = { count: count + 1, atMs: now() }
      if (!store.values) return void memory.set(root, next)
      // Deleting the conversation deletes its count.
      await store.values.update(namespace, root, () => next, { sessionId: root })
    },
  }
}

function isOfPerson({ message }: StoredMessage, summary: string | undefined): boolean {
  if (message.role !== 'user') return false
  const text = textOf(message.content)
  if (isNotFromUser(text)) return false
  return summary === undefined || summary === '' || !text.includes(summary)
}
