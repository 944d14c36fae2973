import type { RestoreStore } from './restore-plan.js'

/** Replaces what a session store in SQLite holds, also one that is in use. */
export const restoreSqliteStore: RestoreStore = async (path, from) => {
  const { restoreStore } = await import('@hermes/state')
  return (await restoreStore({ path, from })).keptAt
}
