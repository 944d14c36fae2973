import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionStore } from '@hermes/core'
import { createSqliteStore } from '@hermes/state'
import { onTestFinished } from 'vitest'

/** Opens a temporary store on disk, which is removed after the test. */
export async function openTemporaryStore(): Promise<SessionStore> {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-compression-'))
  const store = await createSqliteStore({ path: join(folder, 'state.db'), synchronous: 'NORMAL' })
  onTestFinished(async () => {
    await store[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })
  return store
}
