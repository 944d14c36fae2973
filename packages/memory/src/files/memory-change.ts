import type { SessionId } from '@hermes/core'

/** A change of one memory file, as recorded in its history. */
export interface MemoryChange {
  /** The id, unique in the history of its file. */
  readonly id: string
  /** The time of the change, in milliseconds since 1970. */
  readonly atMs: number
  readonly by: ChangeAuthor
  /** The conversation that caused it. */
  readonly sessionId?: SessionId
  /** The change that this one undoes. */
  readonly undoes?: string
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** Entries that were moved to the archive. */
  readonly archived: readonly string[]
}

/** `tool`: the agent, during a turn. `review`: the agent, after turns. `person`: a command. `hand`: an editor. */
export type ChangeAuthor = 'tool' | 'review' | 'person' | 'hand'

export interface ChangeOrigin {
  readonly by: ChangeAuthor
  readonly sessionId?: SessionId
}

/** Returns the entries that a change added. */
export function addedBy({ before, after }: Pick<MemoryChange, 'before' | 'after'>): readonly string[] {
  return after.filter((entry) => !before.includes(entry))
}

/** Returns the entries that a change removed, including archived ones. */
export function removedBy({ before, after }: Pick<MemoryChange, 'before' | 'after'>): readonly string[] {
  return before.filter((entry) => !after.includes(entry))
}

/** Returns the ids of the changes that were undone and not restored. */
export function undoneIn(history: readonly MemoryChange[]): ReadonlySet<string> {
  const undone = new Set<string>()
  for (const { id, undoes } of history.toReversed()) {
    if (undoes !== undefined && !undone.has(id)) undone.add(undoes)
  }
  return undone
}
