import type { Database } from 'better-sqlite3'
import { checkContent } from './check-content.js'
import { countAll, type StoreCounts } from './count-all.js'
import { violations } from './mend-references.js'
import { findMiscounts } from './recount.js'
import { isSearchIndexSound, searchIndexes } from './search-indexes.js'
import type { StoreProblem } from './store-health.js'

interface RowFindings {
  readonly problems: readonly StoreProblem[]
  readonly counts: StoreCounts
}

/** Whether what is stored agrees with itself. The file may be written to: it is a copy, or is being repaired. */
export async function checkRows(database: Database, signal?: AbortSignal): Promise<RowFindings> {
  const orphans = violations(database)
  const miscounts = findMiscounts(database)
  const problems: StoreProblem[] = [
    ...[...new Set(orphans.map(({ table }) => table))].map((table) => ({
      kind: 'reference' as const,
      text: `${orphans.filter((orphan) => orphan.table === table).length} rows of ${table} belong to a session that is not there.`,
      repairable: true,
    })),
    ...miscounts.map(({ id, counted, stored }) => ({
      kind: 'counter' as const,
      text: `Session ${id} has ${counted} messages and says ${stored}, or its calls of tools are miscounted.`,
      repairable: true,
    })),
    ...unsoundIndexes(database).map((name) => ({
      kind: 'search' as const,
      text: `The search index ${name} disagrees with the messages.`,
      repairable: true,
    })),
    ...(await checkContent(database, signal)),
  ]
  return { problems, counts: countAll(database) }
}

export function unsoundIndexes(database: Database): readonly string[] {
  return searchIndexes(database).filter((name) => !isSearchIndexSound(database, name))
}
