import { cp, rm } from 'node:fs/promises'
import type { SkillEntry } from '../find/index.js'
import { applyOperation, type SkillOperation } from './apply-operation.js'
import { type CheckedFolder, checkFolder } from './check-folder.js'

export interface CopyEdit {
  readonly name: string
  readonly operations: readonly SkillOperation[]
  /** The skill whose files the copy starts with, if the folder does not have them yet. */
  readonly from: SkillEntry | undefined
}

/**
 * Applies the operations in a folder that is not used yet. @throws {HermesError} `skill/invalid`, `skill/refused`,
 * `skill/not-found`.
 */
export async function editCopy(folder: string, { name, operations, from }: CopyEdit): Promise<CheckedFolder> {
  if (from) {
    await rm(folder, { recursive: true })
    await cp(from.folder, folder, { recursive: true })
  }
  for (const operation of operations) await applyOperation(folder, operation)
  return checkFolder(folder, name)
}
