import { join } from 'node:path'
import { createMemoryFile, type MemoryFile } from './memory-file.js'
import type { MemoryLock } from './memory-lock.js'
import { personFolder } from './person-folder.js'

/** `memory`: notes about projects, tools and decisions. `user`: what is known about the person. */
export type MemoryTarget = 'memory' | 'user'

/** What people other than the owner may do with the owner's notes: nothing, read them, or also change them. */
export type NotesSharing = 'none' | 'read' | 'write'

/** The memory of one person. */
export interface PersonMemory {
  /** The id of the person. Absent for the owner of the home. */
  readonly person?: string
  /** The profile of this person, in a folder of their own. */
  readonly user: MemoryFile
  /** The notes that the person sees. Absent if they see none. */
  readonly notes?: MemoryFile
  /** Whether conversations of the person may change the notes. */
  readonly mayChangeNotes: boolean
}

export interface MemoryFiles {
  /** @param person The id of a person of a gateway. Default: the owner. */
  of(person?: string): PersonMemory
}

export interface MemoryFilesOptions {
  /**
   * Absolute path of the folder that contains `MEMORY.md` and `USER.md` of the owner, and `people` with a folder for
   * each other person.
   */
  readonly folder: string
  readonly lock: MemoryLock
  /** Maximum number of characters of the notes. Default: 2,200. */
  readonly notesLimit?: number
  /** Maximum number of characters about one person. Default: 1,375. */
  readonly userLimit?: number
  /** What other people may do with the notes. Default: `read`. */
  readonly sharing?: NotesSharing
  /** Returns the time in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number
}

/** Opens the memory files of a home. Nothing is read or created before it is used. */
export function createMemoryFiles(options: MemoryFilesOptions): MemoryFiles {
  const { folder, notesLimit = 2_200, userLimit = 1_375, sharing = 'read' } = options
  const open = (path: string, limit: number) => createMemoryFile({ ...options, path, limit })
  const notes = open(join(folder, 'MEMORY.md'), notesLimit)
  return {
    of(person) {
      if (person === undefined) return { user: open(join(folder, 'USER.md'), userLimit), notes, mayChangeNotes: true }
      return {
        person,
        user: open(join(folder, 'people', personFolder(person), 'USER.md'), userLimit),
        ...(sharing !== 'none' && { notes }),
        mayChangeNotes: sharing === 'write',
      }
    },
  }
}

/**
 * Returns the file of a target, for one person.
 * @returns `undefined` for notes that the person does not see.
 */
export function fileOf({ user, notes }: PersonMemory, target: MemoryTarget): MemoryFile | undefined {
  return target === 'user' ? user : notes
}
