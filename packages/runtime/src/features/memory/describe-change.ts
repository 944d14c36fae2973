import { addedBy, type MemoryChange, removedBy } from '@hermes/memory'

/** Lists the entries that a change removed and added, one per line. */
export function describeChange(change: Pick<MemoryChange, 'before' | 'after' | 'archived'>): string {
  const archived = new Set(change.archived)
  const removed = removedBy(change).map((entry) => `${archived.has(entry) ? 'archived' : '-'} ${entry}`)
  return [...removed, ...addedBy(change).map((entry) => `+ ${entry}`)].join('\n')
}
