import { createTransaction } from '../../connection/transaction.js'
import { unsoundIndexes } from '../check/check-rows.js'
import { lostMessages } from '../check/lost-messages.js'
import { recount } from '../check/recount.js'
import { repairReferences } from '../check/repair-references.js'
import { rebuildSearchIndex } from '../check/search-indexes.js'
import type { StoreProblemKind } from '../check/store-health.js'
import { withDatabase } from '../files/open-existing.js'
import { keepLosses } from '../record/kept-losses.js'

/** Steps of a repair in place. */
const steps = ['indexes', 'references', 'counters', 'search'] as const
export type RepairInPlaceStep = (typeof steps)[number]

/**
 * Repairs everything that can be derived from the rows, in one transaction, while other processes may use the file.
 * Messages that a session counts but does not have are listed as a loss; see `keepLosses`.
 */
export async function repairInPlace(
  path: string,
  onStep: (step: RepairInPlaceStep) => void = () => undefined,
): Promise<void> {
  await withDatabase(path, {}, (database) => {
    database.pragma('foreign_keys = OFF')
    const work: Record<RepairInPlaceStep, () => void> = {
      indexes: () => database.exec('reindex'),
      references: () => repairReferences(database),
      // Listed before the commit, because afterwards nothing shows how many there were.
      counters: () => keepLosses(path, lostMessages(recount(database))),
      search: () => {
        for (const name of unsoundIndexes(database)) rebuildSearchIndex(database, name)
      },
    }
    createTransaction(database)(() => {
      for (const step of steps) {
        onStep(step)
        work[step]()
      }
    })
  })
}

export function isRepairableInPlace(kind: StoreProblemKind): boolean {
  return kind === 'index' || kind === 'search' || kind === 'reference' || kind === 'counter'
}
