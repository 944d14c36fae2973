import type { RestoreStore } from './restore-plan.js'

/** Replaces the content of a SQLite session store, even while it is in use. */
export const restoreSqliteStore: RestoreStore = async (path, from) => {
  const { restoreStore } = await import('@hermes/state')
  return (await restoreStore({ path, from })).keptAt
}
