import { addedBy, type MemoryChange, removedBy } from '@hermes/memory'

/** The entries that a change took away and brought, one a line. */
export function describeChange(change: Pick<MemoryChange, 'before' | 'after' | 'archived'>): string {
  const archived = new Set(change.archived)
  const removed = removedBy(change).map((entry) => `${archived.has(entry) ? 'archived' : '-'} ${entry}`)
  return [...removed, ...addedBy(change).map((entry) => `+ ${entry}`)].join('\n')
}
