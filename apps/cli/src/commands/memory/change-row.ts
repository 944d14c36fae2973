import { addedBy, type MemoryChange, type MemoryTarget, removedBy } from '@hermes/memory'

/** Returns a change for scripts, with its time in seconds. */
export function toChangeRow(target: MemoryTarget, change: MemoryChange) {
  return {
    id: change.id,
    target,
    at: change.atMs / 1000,
    by: change.by,
    session: change.sessionId ?? null,
    undoes: change.undoes ?? null,
    added: addedBy(change),
    removed: removedBy(change),
    archived: change.archived,
  }
}
