import { createMemoryStore, type SessionStore } from '@hermes/core'

/**
 * Supplements a store that only has conversations: keys, choices and queued inputs then last as long as the process.
 */
export function withMemory({ values, queue }: SessionStore): Required<Pick<SessionStore, 'values' | 'queue'>> {
  const memory: Pick<SessionStore, 'values' | 'queue'> = values && queue ? {} : createMemoryStore()
  const complete = { values: values ?? memory.values, queue: queue ?? memory.queue }
  if (!complete.values || !complete.queue) throw new TypeError('The store in memory lacks a part.')
  return { values: complete.values, queue: complete.queue }
}
