import { lstat, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isRecord, parseJson } from '@hermes/core/wiring'
import { codeOf, isMissing } from '@hermes/safety'
import { readOptional, replaceFile } from '@hermes/safety/files'

/** The steps of a restore. They are written to disk first, so that the next process can complete an interrupted restore. */
export interface RestorePlan {
  /** The files and folders to move into place, relative to the home. */
  readonly units: readonly string[]
  /** The stores whose content is replaced. */
  readonly stores: readonly string[]
  /** The folder for replaced files. */
  readonly kept: string
}

/** Replaces the content of a store. @returns the path of the previous content, if any. */
export type RestoreStore = (path: string, from: string) => Promise<string | undefined>

/** Returns the staging folder of a restore. It is on the same disk as the home, so that each move is atomic. */
export function stagingOf(home: string) {
  const folder = join(home, '.restore')
  return { folder, files: join(folder, 'home'), plan: join(folder, 'plan.json'), owner: join(folder, 'owner') }
}

export async function writePlan(home: string, plan: RestorePlan): Promise<void> {
  const { folder, plan: path } = stagingOf(home)
  await replaceFile(path, JSON.stringify(plan))
  await flushFolder(folder)
}

/**
 * Executes the remaining steps of a plan.
 * @returns the paths of the previous contents of the stores.
 * @throws the failure, after everything has been rolled back.
 */
export async function carryOut(
  home: string,
  plan: RestorePlan,
  restoreStore: RestoreStore,
): Promise<readonly string[]> {
  const { files, folder } = stagingOf(home)
  const undone: (() => Promise<unknown>)[] = []
  const kept: string[] = []
  try {
    for (const unit of plan.units) undone.push(await placeUnit(home, unit, plan.kept))
    for (const store of plan.stores) {
      const path = join(home, store)
      const keptAt = await restoreStore(path, join(files, store))
      if (keptAt === undefined) continue
      kept.push(keptAt)
      undone.push(() => restoreStore(path, keptAt))
    }
    return kept
  } catch (error) {
    for (const undo of undone.toReversed()) await undo()
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Moves a file or folder into place. @returns the undo function. */
async function placeUnit(home: string, unit: string, kept: string): Promise<() => Promise<void>> {
  const from = join(stagingOf(home).files, unit)
  const to = join(home, unit)
  if (!(await isThere(from))) return async () => undefined
  const aside = await freePath(join(kept, unit))
  const isReplaced = await isThere(to)
  await mkdir(dirname(isReplaced ? aside : to), { recursive: true, mode: 0o700 })
  if (isReplaced) await rename(to, aside)
  const putBack = async () => {
    if (isReplaced) await rename(aside, to)
  }
  try {
    await rename(from, to)
  } catch (error) {
    await putBack()
    throw error
  }
  return async () => {
    await rename(to, from)
    await putBack()
  }
}

/**
 * Handles restores that a crash interrupted: a started plan is completed, an unstarted one is removed. A plan that another process is
 * executing is left alone.
 * @returns whether a plan was completed.
 */
export async function finishRestore(home: string, restoreStore: RestoreStore): Promise<boolean> {
  const { folder, plan } = stagingOf(home)
  if (!(await isThere(folder)) || (await isOwned(home)) || !(await claim(folder))) return false
  const text = await readOptional(plan)
  if (text !== undefined) await carryOut(home, toPlan(text), restoreStore)
  await rm(folder, { recursive: true, force: true })
  return text !== undefined
}

/** Claims an abandoned plan, so that only one of two processes completes it. */
async function claim(folder: string): Promise<boolean> {
  const path = join(folder, 'finishing')
  const since = (await stat(path).catch(unlessMissing))?.mtimeMs
  if (since !== undefined && Date.now() - since > longestFinishMs) await rm(path, { recursive: true })
  return mkdir(path, { mode: 0o700 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST' && error.code !== 'ENOENT') throw error
      return false
    },
  )
}

const longestFinishMs = 600_000

/** The age in milliseconds from which the process id of a restore may have been reused. */
const longestRestoreMs = 86_400_000

export async function isOwned(home: string): Promise<boolean> {
  const { owner } = stagingOf(home)
  const pid = Number(await readOptional(owner))
  const since = (await stat(owner).catch(unlessMissing))?.mtimeMs ?? 0
  return Number.isInteger(pid) && pid > 0 && isAlive(pid) && Date.now() - since < longestRestoreMs
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

function toPlan(text: string): RestorePlan {
  const plan: unknown = parseJson(text)
  if (!isPlan(plan)) throw new SyntaxError('The plan of the restore is damaged.')
  const { units, stores, kept } = plan
  return { units, stores, kept }
}

function isPlan(value: unknown): value is RestorePlan {
  return isRecord(value) && Array.isArray(value.units) && Array.isArray(value.stores) && typeof value.kept === 'string'
}

async function freePath(path: string): Promise<string> {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? path : `${path}.${number}`
    if (!(await isThere(candidate))) return candidate
  }
}

export async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(unlessMissing)) !== undefined
}

/** Flushes a folder, because directory entries only survive a power failure after this. Windows has no equivalent. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(path)
  await handle.sync()
}

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
