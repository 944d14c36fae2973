import type { SessionId } from '@hermes/core'

/** A change of one memory file, as its history keeps it. */
export interface MemoryChange {
  /** Unique in the history of its file. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly atMs: number
  readonly by: ChangeAuthor
  /** The conversation that caused it. */
  readonly sessionId?: SessionId
  /** The change that this one takes back. */
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

/** The entries that a change brought. */
export function addedBy({ before, after }: Pick<MemoryChange, 'before' | 'after'>): readonly string[] {
  return after.filter((entry) => !before.includes(entry))
}

/** The entries that a change took away, archived ones included. */
export function removedBy({ before, after }: Pick<MemoryChange, 'before' | 'after'>): readonly string[] {
  return before.filter((entry) => !after.includes(entry))
}

/** The ids of the changes that were taken back and not restored. */
export function undoneIn(history: readonly MemoryChange[]): ReadonlySet<string> {
  const undone = new Set<string>()
  for (const { id, undoes } of history.toReversed()) {
    if (undoes !== undefined && !undone.has(id)) undone.add(undoes)
  }
  return undone
}
