import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type SessionSummary, StoreError } from '@hermes/core'
import { stagingOf } from '@hermes/runtime/restore'
import { refused } from '@hermes/safety/archive'
import type { StagedRestore } from './stage-restore.js'

/** Effect of a restore on the sessions of a home and its profiles. */
export interface SessionChanges {
  /** Number of sessions in the backup. */
  readonly restored: number
  /** Sessions that exist only in the backup. */
  readonly gained: readonly SessionSummary[]
  /** Sessions that exist only in the home. */
  readonly lost: readonly SessionSummary[]
}

/** Compares the stores of a backup with those of the home. A store of the home that cannot be read has no sessions to lose. */
export async function compareSessions(home: string, { stores }: StagedRestore): Promise<SessionChanges> {
  const changes = await Promise.all(
    stores.map(async ({ name }) => {
      const staged = join(stagingOf(home).files, name)
      const there = await sessionsIn(staged)
      await requireSound(staged, name)
      const here = await sessionsIn(join(home, name)).catch(unlessDamaged)
      return { restored: there.length, gained: without(there, here), lost: without(here, there) }
    }),
  )
  return {
    restored: changes.reduce((sum, { restored }) => sum + restored, 0),
    gained: changes.flatMap(({ gained }) => gained),
    lost: changes.flatMap(({ lost }) => lost),
  }
}

async function sessionsIn(path: string): Promise<readonly SessionSummary[]> {
  if (!existsSync(path)) return []
  const { createSqliteStore } = await import('@hermes/state')
  await using store = await createSqliteStore({ path })
  return await store.sessions.find()
}

/** Rejects, before the confirmation, what the restore would reject at its end. */
async function requireSound(path: string, name: string): Promise<void> {
  const { checkStore } = await import('@hermes/state')
  const { problems } = await checkStore({ path, depth: 'quick' })
  // The restore repairs all other problems.
  const problem = problems.find(({ kind }) => kind === 'structure' || kind === 'schema')
  if (problem) throw refused(`${name} is damaged (${problem.text.replace(/\.$/, '')})`)
}

function without(sessions: readonly SessionSummary[], others: readonly SessionSummary[]): readonly SessionSummary[] {
  const ids = new Set(others.map(({ id }) => id))
  return sessions.filter(({ id }) => !ids.has(id))
}

function unlessDamaged(error: unknown): readonly SessionSummary[] {
  if (StoreError.is(error)) return []
  throw error
}
