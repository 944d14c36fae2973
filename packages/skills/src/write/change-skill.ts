import { relative, sep } from 'node:path'
import { HermesError } from '@hermes/core'
import type { SkillEntry } from '../find/index.js'
import { isSkillName } from '../format/index.js'
import { type ChangeRequest, hashFiles, lockCopy, type SkillChange, type SkillStore } from '../store/index.js'
import type { SkillOperation } from './apply-operation.js'
import type { CheckedFolder } from './check-folder.js'
import { editCopy } from './edit-copy.js'

export interface SkillEdit {
  readonly name: string
  /** The category of a new skill. */
  readonly category?: string | undefined
  readonly operations: readonly SkillOperation[]
  readonly author: Pick<ChangeRequest, 'by' | 'sessionId' | 'read'>
}

export interface SkillEditOptions {
  readonly store: SkillStore
  /** The skill with this name, wherever it is. */
  readonly current: SkillEntry | undefined
  /** Called with what is about to be saved, and the folder that contains it until then. Rejects to prevent it. */
  readonly approve: (checked: CheckedFolder, folder: string) => Promise<void>
}

export interface EditedSkill {
  readonly change: SkillChange
  readonly advice: readonly string[]
}

/**
 * Applies the operations to a skill, all or none. A bundled skill is first copied to the home, where the copy takes
 * precedence.
 * @throws {HermesError} `skill/invalid`, `skill/refused`, `skill/not-found`, `skill/conflict`.
 */
export async function changeSkill(
  edit: SkillEdit,
  { store, current, approve }: SkillEditOptions,
): Promise<EditedSkill> {
  const { name, operations, author } = edit
  const [first] = operations
  const isNew = first?.action === 'create'
  if (!isSkillName(name))
    throw new HermesError(
      'skill/invalid',
      `"${name}" is not a name for a skill: use lower-case letters, digits and single hyphens.`,
    )
  if (isNew && current)
    throw new HermesError('skill/invalid', `There is a skill "${name}" already: edit it, or choose another name.`)
  if (!isNew && !current) throw new HermesError('skill/not-found', `There is no skill "${name}": create it first.`)
  const path = current ? pathOf(current, store.folder) : [edit.category, name].filter(Boolean).join('/')
  if (edit.category !== undefined && !isSkillName(edit.category))
    throw new HermesError(
      'skill/invalid',
      `"${edit.category}" is not a category: use lower-case letters, digits and single hyphens.`,
    )
  if (first?.action === 'delete') {
    if (operations.length > 1)
      throw new HermesError('skill/invalid', 'delete cannot be combined with other operations.')
    if (current?.origin !== 'home') throw notOwn(name)
    return { change: await store.remove({ action: 'delete', path, ...author }), advice: [] }
  }
  const shipped = current?.origin === 'bundled' ? await hashFiles(current.folder) : undefined
  let advice: readonly string[] = []
  const change = await store.change({ action: isNew ? 'create' : 'edit', path, ...author }, async (folder) => {
    const from = current?.origin === 'home' ? undefined : current
    const checked = await editCopy(folder, { name, operations, from })
    await approve(checked, folder)
    advice = checked.advice
  })
  if (shipped) await lockCopy(store.folder, { path, files: shipped, installedAtMs: change.atMs })
  return { change, advice }
}

/** Returns the path in the folder of all skills. A bundled skill keeps its category. */
function pathOf({ name, category, folder, origin }: SkillEntry, top: string): string {
  if (origin === 'home') return relative(top, folder).split(sep).join('/')
  if (origin === 'bundled') return [category, name].filter(Boolean).join('/')
  throw notOwn(name)
}

function notOwn(name: string): HermesError {
  return new HermesError(
    'skill/refused',
    `The skill "${name}" is not one of the home folder: change its files where they are.`,
  )
}
