import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HermesError } from '@hermes/core'
import type { SkillEntry } from '../find/index.js'
import { isSkillName } from '../format/index.js'
import { hashFolder, type SkillChange, type SkillStore } from '../store/index.js'
import { type CheckedFolder, changeSkill, editCopy, type SkillEdit } from '../write/index.js'
import { type ChangedFile, compareFolders } from './compare-folders.js'
import { refinementFiles, type StoredProposal } from './refinement-file.js'

/**
 * Improvements of skills that a person requested. While one is open, what the agent writes to the skill is a proposal,
 * saved only when the person accepts it.
 */
export interface SkillRefinements {
  /** Opens a refinement and drops an earlier proposal. @throws {HermesError} `skill/not-found`. */
  begin(skill: string): Promise<void>
  isOpen(skill: string): Promise<boolean>
  /** Returns the open refinements, by name. */
  list(): Promise<readonly string[]>
  /**
   * Stores an edit until the person answers, in place of an earlier one. It is checked like an edit that is saved.
   * @param approve As in `changeSkill`.
   * @returns the files that it changes.
   * @throws {HermesError} `skill/invalid`, `skill/refused`, `skill/not-found`.
   */
  propose(edit: SkillEdit, approve: (checked: CheckedFolder) => Promise<void>): Promise<readonly ChangedFile[]>
  /**
   * Returns what the proposal changes, or `undefined` if nothing was proposed. @throws {HermesError} `skill/conflict`.
   */
  changes(skill: string): Promise<readonly ChangedFile[] | undefined>
  /**
   * Saves the proposal and closes the refinement. The previous version is kept, and `undo` of the store restores it.
   * @throws {HermesError} `skill/not-found` without a proposal; `skill/conflict` when the skill has changed since.
   */
  accept(skill: string): Promise<SkillChange>
  /** Closes a refinement and drops its proposal. @returns whether there was one to close. */
  reject(skill: string): Promise<boolean>
}

export interface SkillRefinementsOptions {
  readonly store: SkillStore
  /** Finds the skill with this name, wherever it is. */
  readonly lookUp: (name: string) => Promise<SkillEntry | undefined>
}

export function createSkillRefinements({ store, lookUp }: SkillRefinementsOptions): SkillRefinements {
  const files = refinementFiles(store.folder)

  /** Runs `use` with a copy of the skill to which the operations were applied. */
  async function inCopy<Value>(
    current: SkillEntry,
    operations: SkillEdit['operations'],
    use: (folder: string, checked: CheckedFolder) => Promise<Value>,
  ): Promise<Value> {
    const staging = join(store.folder, '.hermes', 'staging')
    await mkdir(staging, { recursive: true, mode: 0o700 })
    const top = await mkdtemp(join(staging, 'refine-'))
    const folder = join(top, current.name)
    try {
      await cp(current.folder, folder, { recursive: true })
      return await use(folder, await editCopy(folder, { name: current.name, operations, from: undefined }))
    } finally {
      await rm(top, { recursive: true, force: true })
    }
  }

  async function proposed(skill: string): Promise<{ current: SkillEntry; proposal: StoredProposal } | undefined> {
    const proposal = isSkillName(skill) ? (await files.read(skill))?.proposal : undefined
    if (!proposal) return undefined
    const current = await lookUp(skill)
    if (!current || (await hashFolder(current.folder)) !== proposal.before) throw changedSince(skill)
    return { current, proposal }
  }

  return {
    async begin(skill) {
      if (!isSkillName(skill) || !(await lookUp(skill)))
        throw new HermesError('skill/not-found', `There is no skill "${skill}": choose one of the list.`)
      await files.write(skill, {})
    },
    isOpen: async (skill) => isSkillName(skill) && (await files.read(skill)) !== undefined,
    list: files.list,
    async propose({ name, operations, author: { sessionId, read } }, approve) {
      if (operations.some(({ action }) => action === 'create' || action === 'delete'))
        throw new HermesError('skill/refused', `The skill "${name}" is being refined: change it, and nothing else.`)
      const current = await lookUp(name)
      if (!current) throw new HermesError('skill/not-found', `There is no skill "${name}" any more.`)
      if (current.origin !== 'home' && current.origin !== 'bundled')
        throw new HermesError(
          'skill/refused',
          `The skill "${name}" is not one of the home folder: change it where it is.`,
        )
      return inCopy(current, operations, async (folder, checked) => {
        await approve(checked)
        const [before, after] = [await hashFolder(current.folder), await hashFolder(folder)]
        if (before === undefined || after === undefined || before === after)
          throw new HermesError('skill/invalid', 'The operations change nothing.')
        await files.write(name, {
          proposal: { operations: [...operations], sessionId, read: read && [...read], before, after },
        })
        return compareFolders(current.folder, folder)
      })
    },
    async changes(skill) {
      const found = await proposed(skill)
      return (
        found &&
        inCopy(found.current, found.proposal.operations, (folder) => compareFolders(found.current.folder, folder))
      )
    },
    async accept(skill) {
      const found = await proposed(skill)
      if (!found) throw new HermesError('skill/not-found', `Nothing was proposed for the skill "${skill}".`)
      const { operations, sessionId, read, after } = found.proposal
      const { change } = await changeSkill(
        { name: skill, operations, author: { by: 'agent', sessionId, read } },
        {
          store,
          current: found.current,
          // The saved content is the content that was shown, to the byte.
          approve: async (_, folder) => {
            if ((await hashFolder(folder)) !== after) throw changedSince(skill)
          },
        },
      )
      await files.remove(skill)
      return change
    },
    async reject(skill) {
      if (!isSkillName(skill) || !(await files.read(skill))) return false
      await files.remove(skill)
      return true
    },
  }
}

function changedSince(skill: string): HermesError {
  return new HermesError(
    'skill/conflict',
    `The skill "${skill}" was changed since the proposal was made: reject it, and have the skill refined again.`,
  )
}
