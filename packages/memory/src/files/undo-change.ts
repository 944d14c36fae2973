import { countChars } from './entries.js'
import { addedBy, type MemoryChange, removedBy, undoneIn } from './memory-change.js'
import { MemoryError } from './memory-error.js'

export interface UndoResult {
  /** The change that is undone. */
  readonly undoneChange: MemoryChange
  readonly entries: readonly string[]
}

/**
 * Returns the entries without the effect of one change: what it added is removed, what it removed is back in its place,
 * and later changes stay.
 * @throws {MemoryError} `memory/unknown` when there is no such change; `memory/too-long` when the result is longer than
 * `limit`.
 */
export function undoChange(
  { entries, history }: { readonly entries: readonly string[]; readonly history: readonly MemoryChange[] },
  id: string | undefined,
  limit: number,
): UndoResult {
  const gone = undoneIn(history)
  const undoneChange =
    id === undefined
      ? history.findLast((change) => change.undoes === undefined && !gone.has(change.id))
      : history.find((change) => change.id === id)
  if (!undoneChange) {
    const what = id === undefined ? 'There is no change to take back.' : `There is no change "${id}": see the history.`
    throw new MemoryError('memory/unknown', what)
  }
  if (gone.has(undoneChange.id))
    throw new MemoryError('memory/unknown', `The change "${undoneChange.id}" is undone already.`)
  const result = restore(
    entries.filter((entry) => !addedBy(undoneChange).includes(entry)),
    undoneChange,
  )
  if (countChars(result) > limit && countChars(result) > countChars(entries))
    throw new MemoryError('memory/too-long', 'What would return has no place any more: remove other entries first.')
  return { undoneChange, entries: result }
}

/** Puts the removed entries back, each after the entry that it followed. */
function restore(entries: readonly string[], change: MemoryChange): readonly string[] {
  return removedBy(change).reduce((restored, entry) => {
    if (restored.includes(entry)) return restored
    const previous = change.before.slice(0, change.before.indexOf(entry)).findLast((each) => restored.includes(each))
    const place = previous === undefined ? 0 : restored.indexOf(previous) + 1
    return restored.toSpliced(place, 0, entry)
  }, entries)
}
