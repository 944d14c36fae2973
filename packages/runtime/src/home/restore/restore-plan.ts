import { lstat, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, isMissing } from '@hermes/safety'
import { replaceFile } from '@hermes/safety/files'

/** What a restore does once it has begun: it is written down first, so that whatever cuts it short, the next one ends it. */
export interface RestorePlan {
  /** Files and folders to put in place, named from the home on. */
  readonly units: readonly string[]
  /** Stores to replace the content of. */
  readonly stores: readonly string[]
  /** The folder for what is replaced. */
  readonly kept: string
}

/** Replaces the content of a store. @returns where the former one is kept, if there was one. */
export type RestoreStore = (path: string, from: string) => Promise<string | undefined>

/** Where a restore gets things ready, on the disk of the home: from here a move is one step. */
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
 * Does what the plan says and is not done yet.
 * @returns where the former contents of the stores are kept.
 * @throws what went wrong, after everything was put back.
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

/** @returns puts it back. */
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
 * Ends a restore that a crash cut short: what was begun is carried out, what was only got ready is removed. One that another
 * process is at is left to it.
 * @returns whether one was carried out.
 */
export async function finishRestore(home: string, restoreStore: RestoreStore): Promise<boolean> {
  const { folder, plan } = stagingOf(home)
  if (!(await isThere(folder)) || (await isOwned(home)) || !(await claim(folder))) return false
  const text = await readFile(plan, 'utf8').catch(unlessMissing)
  if (text !== undefined) await carryOut(home, toPlan(text), restoreStore)
  await rm(folder, { recursive: true, force: true })
  return text !== undefined
}

/** Of two processes that find what a third one left, one ends it. */
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

/** How long a restore may take until its process's number can be that of another one. */
const longestRestoreMs = 86_400_000

export async function isOwned(home: string): Promise<boolean> {
  const { owner } = stagingOf(home)
  const pid = Number(await readFile(owner, 'utf8').catch(unlessMissing))
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
  const { units, stores, kept }: RestorePlan = JSON.parse(text)
  return { units, stores, kept }
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

/** The names in a folder outlive a power cut only then. Windows knows no such thing. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(path)
  await handle.sync()
}

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
