import { english } from '@hermes/safety/language'
import type { Database } from '../../connection/driver/database.js'
import { checkChecksums } from './check-checksums.js'
import { checkContent } from './check-content.js'
import { countAll, type StoreCounts } from './count-all.js'
import { findMiscounts } from './recount.js'
import { violations } from './repair-references.js'
import { isSearchIndexSound, searchIndexes } from './search-indexes.js'
import type { StoreProblem } from './store-health.js'

interface RowFindings {
  readonly problems: readonly StoreProblem[]
  readonly counts: StoreCounts
}

/** Checks that rows are consistent with each other. Writes to the file, so it must be a copy or under repair. */
export async function checkRows(database: Database, signal?: AbortSignal): Promise<RowFindings> {
  const orphans = violations(database)
  const problems: StoreProblem[] = [
    ...[...new Set(orphans.map(({ table }) => table))].map((table) => ({
      kind: 'reference' as const,
      text: english`${orphans.filter((orphan) => orphan.table === table).length} rows of ${table} belong to a session that does not exist.`,
      repairable: true,
    })),
    ...checkCounters(database),
    ...unsoundIndexes(database).map((name) => ({
      kind: 'search' as const,
      text: english`The search index ${name} does not match the messages.`,
      repairable: true,
    })),
    ...(await checkContent(database, signal)),
    ...(await checkChecksums(database, signal)),
  ]
  return { problems, counts: countAll(database) }
}

/** Checks that the counters of each session match its messages. */
export function checkCounters(database: Database): readonly StoreProblem[] {
  return findMiscounts(database).map(({ id, counted, stored }) => ({
    kind: 'counter',
    text: english`Session ${id} has ${counted} messages but counts ${stored}, or its tool calls are miscounted.`,
    repairable: true,
  }))
}

export function unsoundIndexes(database: Database): readonly string[] {
  return searchIndexes(database).filter((name) => !isSearchIndexSound(database, name))
}
