import { type SessionStore, StoreError } from '@hermes/core'
import type { WorkQueue } from '@hermes/core/queue'
import { createSqliteStore } from '@hermes/state'
import { createPostgresStore } from '@hermes/state/postgres'

/** Where a store is kept: a file, or a schema of PostgreSQL. */
export type Place =
  | { readonly path: string; readonly synchronous?: 'NORMAL' | 'FULL' }
  | { readonly url: string; readonly schema: string }

export function open(place: Place): Promise<SessionStore> {
  return 'path' in place ? createSqliteStore(place) : createPostgresStore(place)
}

export function queueOf({ queue }: SessionStore): WorkQueue {
  if (!queue) throw new Error('The store has no work queue.')
  return queue
}

export async function ensureSession(store: SessionStore, id: string): Promise<void> {
  await store.sessions.create({ id, source: 'cli', startedAtMs: Date.now() }).catch((error: unknown) => {
    if (!(StoreError.is(error) && error.kind === 'conflict')) throw error
  })
}
