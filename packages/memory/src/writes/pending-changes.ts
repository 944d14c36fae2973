import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { JsonValue, SessionId } from '@hermes/core'
import type { ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'
import type { ChangeAuthor } from '../files/memory-change.js'
import type { MemoryEdit } from '../files/memory-edit.js'
import { MemoryError } from '../files/memory-error.js'
import type { MemoryTarget } from '../files/memory-files.js'

/** A change that waits for the approval of the person whose memory it is. */
export interface PendingChange {
  readonly id: string
  readonly atMs: number
  /** The id of the person. Absent for the owner. */
  readonly person?: string
  readonly target: MemoryTarget
  readonly edits: readonly MemoryEdit[]
  readonly by: ChangeAuthor
  readonly sessionId?: SessionId
  /**
   * The sources that the conversation had read, if the change waits because of them and not because of the settings.
   */
  readonly sources?: readonly string[]
}

/** The waiting changes of everyone, shared by all processes that use the store. */
export interface PendingChanges {
  /** Returns the changes of one person, oldest first. */
  list(person: string | undefined): Promise<readonly PendingChange[]>
  /**
   * Adds a change. If a change with the same effect is already waiting, resolves to that one, because a review may want
   * what the tool has requested before.
   * @throws {MemoryError} `memory/refused` when too many are waiting.
   */
  add(change: Omit<PendingChange, 'id'>): Promise<PendingChange>
  /**
   * Returns a waiting change.
   * @throws {MemoryError} `memory/unknown` when the person has no such change, because it was already decided.
   */
  get(id: string, person: string | undefined): Promise<PendingChange>
  /** Removes a change. Resolves to `false` if it was already decided. */
  remove(id: string): Promise<boolean>
}

const namespace = 'memory-pending'
const mostPending = 100

const edit: z.ZodType<MemoryEdit> = z.discriminatedUnion('action', [
  z.object({ action: z.literal('add'), content: z.string() }),
  z.object({ action: z.literal('replace'), oldText: z.string(), content: z.string() }),
  z.object({ action: z.literal('remove'), oldText: z.string() }),
])
const pendingChange: z.ZodType<PendingChange> = z.object({
  id: z.string(),
  atMs: z.number(),
  person: z.string().exactOptional(),
  target: z.enum(['memory', 'user']),
  edits: z.array(edit),
  by: z.enum(['tool', 'review', 'person', 'hand']),
  sessionId: z.string().exactOptional(),
  sources: z.array(z.string()).exactOptional(),
})

export function createPendingChanges(values: ValueTable): PendingChanges {
  async function all(): Promise<readonly PendingChange[]> {
    const stored = await values.list(namespace)
    return stored.flatMap(({ value }) => pendingChange.safeParse(value).data ?? [])
  }

  async function list(person: string | undefined) {
    return (await all()).filter((change) => change.person === person).toSorted((a, b) => a.atMs - b.atMs)
  }

  return {
    list,
    async add(change) {
      const waiting = await list(change.person)
      const same = waiting.find((each) => isDeepStrictEqual(effectOf(each), effectOf(change)))
      if (same) return same
      if (waiting.length >= mostPending)
        throw new MemoryError(
          'memory/refused',
          `${mostPending} changes wait for approval: ask the user to decide about them.`,
        )
      const pending = { ...change, id: randomBytes(3).toString('hex') }
      await values.update(namespace, pending.id, () => toValue(pending))
      return pending
    },
    async get(id, person) {
      const found = (await list(person)).find((change) => change.id === id)
      if (found) return found
      throw new MemoryError('memory/unknown', `No change "${id}" waits for approval: it was decided, or never existed.`)
    },
    async remove(id) {
      let isRemoved = false
      await values.update(namespace, id, (value) => {
        isRemoved = value !== undefined
        return undefined
      })
      return isRemoved
    },
  }
}

/** Returns what identifies the effect of a change and the question about it. */
function effectOf({ target, edits, sources = [] }: Omit<PendingChange, 'id'>) {
  return { target, edits, sources }
}

function toValue({ edits, sources, ...change }: PendingChange): JsonValue {
  return { ...change, edits: edits.map((each) => ({ ...each })), ...(sources && { sources: [...sources] }) }
}
