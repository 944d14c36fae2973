import { randomBytes } from 'node:crypto'
import { cp, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { HermesError } from '@hermes/core'
import { isMissing } from '@hermes/safety'
import { hashFolder } from './folder-hash.js'
import { appendChange, readChanges } from './ledger.js'
import { lockOfPath, writeLock } from './lock-file.js'
import type { SkillChange } from './skill-change.js'

/** The skills of the home, for code that changes them. Every change is a line in a ledger and can be undone. */
export interface SkillStore {
  /** Absolute path. */
  readonly folder: string
  /**
   * Changes a skill as a whole: `prepare` gets a copy of its folder, or an empty one, and its result replaces the skill
   * at once. When it rejects, nothing has changed.
   * @throws {HermesError} `skill/conflict` when the skill was changed at the same time.
   */
  change(request: ChangeRequest, prepare: (folder: string) => Promise<void>): Promise<SkillChange>
  /** Removes a skill. It is kept, and `undo` restores it. */
  remove(request: ChangeRequest): Promise<SkillChange>
  /** Returns the changes, oldest first. */
  changes(): Promise<readonly SkillChange[]>
  /**
   * Undoes a change, including what is known about the skill's source.
   * @throws {HermesError} `skill/not-found`; `skill/conflict` when the skill has changed since.
   */
  undo(id: string, by: SkillChange['by']): Promise<SkillChange>
}

export type ChangeRequest = Pick<SkillChange, 'action' | 'path' | 'by' | 'sessionId' | 'read'>

export interface SkillStoreOptions {
  /** The folder of the home's skills. Created with the first change. */
  readonly folder: string
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number
}

export function createSkillStore({ folder, now }: SkillStoreOptions): SkillStore {
  const own = join(folder, '.hermes')
  const ledger = join(own, 'ledger.jsonl')
  const placeOf = (path: string) => join(folder, path)
  const historyOf = (id: string) => join(own, 'history', id)

  async function swap(
    request: ChangeRequest,
    undone: SkillChange | undefined,
    prepare?: (folder: string) => Promise<void>,
  ) {
    await recover(folder)
    const id = `${now().toString(36)}-${randomBytes(4).toString('hex')}`
    const staging = join(own, 'staging', id)
    const place = placeOf(request.path)
    const before = await hashFolder(place)
    try {
      if (prepare) {
        await mkdir(staging, { recursive: true, mode: 0o700 })
        if (before !== undefined) await copyFolder(place, staging)
        await prepare(staging)
      }
      const after = prepare && (await hashFolder(staging))
      const skill = basename(request.path)
      const locked = await lockOfPath(folder, request.path)
      const change: SkillChange = {
        id,
        atMs: now(),
        skill,
        ...request,
        undoes: undone?.id,
        after,
        isReplacement: before !== undefined,
        locked,
      }
      if ((await hashFolder(place)) !== before) throw changedMeanwhile(skill)
      // Written before the files, because a crash must not leave an installed skill that counts as the owner's.
      if (undone?.locked) await writeLock(folder, skill, undone.locked)
      await put({ id, path: request.path, hasNew: prepare !== undefined })
      if (undone && !prepare && locked) await writeLock(folder, skill, undefined)
      await appendChange(ledger, change)
      return change
    } catch (error) {
      await rm(staging, { recursive: true, force: true })
      throw error
    }
  }

  /** A crash in between is completed by `recover`. */
  async function put(swapping: Swapping): Promise<void> {
    const note = join(own, 'pending', `${swapping.id}.json`)
    await mkdir(dirname(note), { recursive: true, mode: 0o700 })
    await writeFile(note, JSON.stringify(swapping), { flush: true, mode: 0o600 })
    await mkdir(join(own, 'history'), { recursive: true, mode: 0o700 })
    await completeSwap(folder, swapping)
    await rm(note)
  }

  return {
    folder,
    change: (request, prepare) => swap(request, undefined, prepare),
    remove: (request) => swap(request, undefined),
    changes: () => readChanges(ledger),
    async undo(id, by) {
      const change = (await readChanges(ledger)).find((each) => each.id === id)
      if (!change) throw new HermesError('skill/not-found', `There is no change ${id} of a skill.`)
      if ((await hashFolder(placeOf(change.path))) !== change.after) throw changedMeanwhile(change.skill)
      const request = { action: 'undo', path: change.path, by } as const
      if (!change.isReplacement) return swap(request, change)
      return swap(request, change, async (staging) => {
        await rm(staging, { recursive: true })
        await copyFolder(historyOf(id), staging)
      })
    },
  }
}

interface Swapping {
  readonly id: string
  readonly path: string
  readonly hasNew: boolean
}

/** Completes a swap, any step of which may have been done already. */
async function completeSwap(folder: string, { id, path, hasNew }: Swapping): Promise<void> {
  const own = join(folder, '.hermes')
  const [place, staging, history] = [join(folder, path), join(own, 'staging', id), join(own, 'history', id)]
  const isStaged = await exists(staging)
  if ((isStaged || !hasNew) && !(await exists(history)) && (await exists(place))) await rename(place, history)
  if (!isStaged) return
  await mkdir(dirname(place), { recursive: true })
  await rename(staging, place)
}

/** Completes the changes that a crash interrupted. */
async function recover(folder: string): Promise<void> {
  const pending = join(folder, '.hermes', 'pending')
  for (const name of await listFolder(pending)) {
    const swapping = toSwapping(await readFile(join(pending, name), 'utf8'))
    if (swapping) await completeSwap(folder, swapping)
    await rm(join(pending, name), { force: true })
  }
}

function toSwapping(text: string): Swapping | undefined {
  const [, id, path, hasNew] = /^\{"id":"([\w-]+)","path":"([\w/.-]+)","hasNew":(true|false)\}$/.exec(text) ?? []
  if (id === undefined || path === undefined || path.split('/').includes('..')) return undefined
  return { id, path, hasNew: hasNew === 'true' }
}

async function copyFolder(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, filter: async (path) => !(await lstat(path)).isSymbolicLink() })
}

async function listFolder(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

function changedMeanwhile(skill: string): HermesError {
  return new HermesError(
    'skill/conflict',
    `The skill "${skill}" was changed at the same time or since: look at it again.`,
  )
}
