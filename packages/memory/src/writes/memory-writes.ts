import type { SessionId } from '@hermes/core'
import type { Scan } from '@hermes/safety/scan'
import { assertHarmless } from '../files/assert-harmless.js'
import { type ChangeAuthor, type ChangeOrigin, type MemoryChange, undoneIn } from '../files/memory-change.js'
import type { MemoryEdit } from '../files/memory-edit.js'
import { MemoryError } from '../files/memory-error.js'
import type { MemoryContent, MemoryFile } from '../files/memory-file.js'
import { fileOf, type MemoryFiles, type MemoryTarget, type PersonMemory } from '../files/memory-files.js'
import { assertNoSecrets } from './assert-no-secrets.js'
import type { PendingChange, PendingChanges } from './pending-changes.js'

export interface MemoryWrite {
  /** The person whose memory is changed. Default: the owner. */
  readonly person?: string | undefined
  readonly target: MemoryTarget
  readonly edits: readonly MemoryEdit[]
  readonly by: ChangeAuthor
  readonly sessionId?: SessionId
  /** The sources that make the change wait for approval, whatever the settings say. */
  readonly sources?: readonly string[]
}

export type WriteOutcome =
  | {
      readonly status: 'written'
      /** The change. Absent when nothing had to change. */
      readonly change?: MemoryChange
      readonly content: MemoryContent
    }
  | { readonly status: 'pending'; readonly pending: PendingChange }

/** The only way to change the memory files, used by the tool, the review and people's commands. */
export interface MemoryWrites {
  /**
   * Writes or queues a change. @throws {MemoryError} when the change is not possible or not allowed. Nothing has
   * changed then.
   */
  write(request: MemoryWrite): Promise<WriteOutcome>
  /** Returns the changes of a person that wait for approval, oldest first. */
  pending(person?: string): Promise<readonly PendingChange[]>
  /** Applies a waiting change. If it cannot be applied, it keeps waiting. @throws {MemoryError} */
  approve(id: string, person?: string): Promise<WriteOutcome>
  /** Drops a waiting change. @throws {MemoryError} `memory/unknown`. */
  reject(id: string, person?: string): Promise<PendingChange>
  /** Returns the changes of both files, newest first. */
  history(person?: string): Promise<readonly TargetChange[]>
  /** Undoes a change, found by its id in either file. Default: the newest one. @throws {MemoryError} */
  undo(id: string | undefined, origin: ChangeOrigin, person?: string): Promise<TargetChange>
}

export interface TargetChange {
  readonly target: MemoryTarget
  readonly change: MemoryChange
}

/** A change that was made. */
export interface WrittenMemory extends TargetChange {
  /** The person whose memory was changed. Absent for the owner. */
  readonly person?: string | undefined
}

export interface MemoryWritesOptions {
  readonly files: MemoryFiles
  readonly pending: PendingChanges
  /** Whether what the agent writes waits for approval. */
  readonly needsApproval: boolean
  /** Scans the text to remember. Default: the rules alone. */
  readonly scan?: Scan
  /**
   * Hides secrets. Text from the agent is refused when it contains one; people may write what they like. Default:
   * secrets are not searched for.
   */
  readonly redact?: (text: string) => string
  /** Called after each change made through these writes. Must not throw. */
  readonly onWritten?: ((written: WrittenMemory) => void) | undefined
  /** Returns the time in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number
}

export function createMemoryWrites(options: MemoryWritesOptions): MemoryWrites {
  const { files, pending, needsApproval, scan, redact, onWritten, now = Date.now } = options

  function fileFor(target: MemoryTarget, person: string | undefined): MemoryFile {
    const memory = files.of(person)
    const file = fileOf(memory, target)
    if (!file || (file === memory.notes && !memory.mayChangeNotes))
      throw new MemoryError(
        'memory/refused',
        'Only the owner may change the shared notes: keep what concerns this user in the profile of the user.',
      )
    return file
  }

  async function apply(request: MemoryWrite): Promise<WriteOutcome> {
    const { target, person, edits, by, sessionId } = request
    const file = fileFor(target, person)
    const change = await file.change(edits, { by, ...(sessionId !== undefined && { sessionId }) })
    if (change) onWritten?.({ target, change, person })
    return { status: 'written', ...(change && { change }), content: await file.read() }
  }

  return {
    async write(request) {
      await assertHarmless(request.edits, scan)
      if (redact && request.by !== 'person') assertNoSecrets(request.edits, redact)
      fileFor(request.target, request.person)
      const { by, sources, person, ...change } = request
      if (by === 'person' || !(needsApproval || sources)) return apply(request)
      const waiting = {
        ...change,
        by,
        atMs: now(),
        ...(person !== undefined && { person }),
        ...(sources && { sources }),
      }
      return { status: 'pending', pending: await pending.add(waiting) }
    },
    pending: (person) => pending.list(person),
    async approve(id, person) {
      // Approving twice, or a crash in between, is harmless, because an entry is never added twice.
      const outcome = await apply(await pending.get(id, person))
      await pending.remove(id)
      return outcome
    },
    async reject(id, person) {
      const change = await pending.get(id, person)
      await pending.remove(id)
      return change
    },
    async history(person) {
      const memory = files.of(person)
      const [ofUser, ofNotes = []] = await Promise.all([memory.user.history(), memory.notes?.history()])
      return [...inTarget('user', ofUser), ...inTarget('memory', ofNotes)].toSorted(
        (left, right) => right.change.atMs - left.change.atMs,
      )
    },
    async undo(id, origin, person) {
      const target = await targetOf(files.of(person), id)
      const change = await fileFor(target, person).undo(id, origin)
      onWritten?.({ target, change, person })
      return { target, change }
    },
  }
}

/** Returns the file with the change, or with the newest change that can be undone. */
async function targetOf(memory: PersonMemory, id: string | undefined): Promise<MemoryTarget> {
  const [ofUser, ofNotes = []] = await Promise.all([memory.user.history(), memory.notes?.history()])
  if (id !== undefined) return ofUser.some((change) => change.id === id) ? 'user' : 'memory'
  const own = memory.mayChangeNotes ? ofNotes : []
  return (newestOf(ofUser)?.atMs ?? -1) >= (newestOf(own)?.atMs ?? -1) ? 'user' : 'memory'
}

function newestOf(history: readonly MemoryChange[]): MemoryChange | undefined {
  const gone = undoneIn(history.toReversed())
  return history.find(({ id, undoes }) => undoes === undefined && !gone.has(id))
}

function inTarget(target: MemoryTarget, history: readonly MemoryChange[]): readonly TargetChange[] {
  return history.map((change) => ({ target, change }))
}
