import type { ImportedNote } from '../import-notes.js'
import type { ImportedItem } from './imported-item.js'

/** Outcome of importing the parts of an OpenClaw home. */
export interface OpenClawImport {
  readonly notes: readonly ImportedNote[]
  /** Files with notes that were not read, relative to the workspace. */
  readonly skippedNotes: readonly string[]
  readonly files: readonly ImportedItem[]
  readonly skills: readonly ImportedItem[]
  readonly settings: readonly ImportedItem[]
  readonly jobs: readonly ImportedItem[]
  /** Keys by the names of their variables or providers. */
  readonly keys: readonly ImportedItem[]
  /** Names of what is not imported. */
  readonly others: readonly string[]
}

/** Whether something was added. */
export function hasNews({ notes, files, skills, settings, jobs, keys }: OpenClawImport): boolean {
  return [...notes, ...files, ...skills, ...settings, ...jobs, ...keys].some(({ outcome }) => outcome === 'added')
}
