import { unsoundIndexes } from './check-rows.js'
import { mendReferences } from './mend-references.js'
import { withDatabase } from './open-existing.js'
import { recount } from './recount.js'
import { rebuildSearchIndex } from './search-indexes.js'
import type { StoreProblemKind } from './store-health.js'

/** What can be mended in place. */
const steps = ['indexes', 'references', 'counters', 'search'] as const
export type MendStep = (typeof steps)[number]

/** Mends all that follows from the rows, all or nothing, while others may use the file. */
export async function mendStore(path: string, onStep: (step: MendStep) => void = () => undefined): Promise<void> {
  await withDatabase(path, {}, (database) => {
    database.pragma('foreign_keys = OFF')
    const work: Record<MendStep, () => void> = {
      indexes: () => database.exec('reindex'),
      references: () => mendReferences(database),
      counters: () => recount(database),
      search: () => {
        for (const name of unsoundIndexes(database)) rebuildSearchIndex(database, name)
      },
    }
    database
      .transaction(() => {
        for (const step of steps) {
          onStep(step)
          work[step]()
        }
      })
      .immediate()
  })
}

export function isMendable(kind: StoreProblemKind): boolean {
  return kind === 'index' || kind === 'search' || kind === 'reference' || kind === 'counter'
}
