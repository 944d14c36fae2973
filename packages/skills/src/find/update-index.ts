import { createHash } from 'node:crypto'
import { lstatSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describeError, type Logger } from '@hermes/core'
import { isMissing } from '@hermes/safety'
import { replaceFile } from '@hermes/safety/files'
import { type FoundSkill, findFolders } from './find-folders.js'
import { createPlaceIndex, type PlaceIndex } from './place-index.js'
import { type CachedSkill, readEntry } from './read-entry.js'
import type { SkillPlace } from './skill-entry.js'
import { readStoredIndex, storedIndex } from './stored-index.js'

export interface IndexOptions {
  readonly place: SkillPlace
  /** The folder that keeps the index between processes. */
  readonly cacheFolder: string
  readonly logger: Logger
}

/** Number of files checked at once. A check of this many takes about 3 ms. */
const checkedAtOnce = 1_000
const readAtOnce = 64

/**
 * Loads the index of a place from its file. `undefined` if there is none or it cannot be used. A damaged file counts as
 * missing.
 */
export async function loadIndex({ place, cacheFolder }: IndexOptions): Promise<PlaceIndex | undefined> {
  try {
    // Two megabytes for 10,000 skills: reading them synchronously takes a millisecond; the many pieces of `readFile`
    // take five or more.
    return readStoredIndex(readFileSync(fileOf(place.folder, cacheFolder), 'utf8'), place)
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Whether no skill was added to or removed from the place. Does not detect changed files. */
export function hasSameFolders(place: string, { folders }: PlaceIndex): boolean {
  const known = Object.entries(folders)
  return known.length > 0 && known.every(([path, changedAt]) => statusOf(join(place, path))?.mtimeMs === changedAt)
}

/**
 * Returns the index with all changes of the place, or the same object if there are none. Reads only what has changed.
 */
export async function updateIndex(options: IndexOptions, before: PlaceIndex | undefined): Promise<PlaceIndex> {
  const { place } = options
  const { folder } = place
  const isSame = before !== undefined && hasSameFolders(folder, before)
  const { skills: found, folders } = isSame
    ? { skills: before.files, folders: before.folders }
    : await findFolders(folder)
  const known = new Map(before?.files.map((skill) => [skill.path, skill]))
  const current = await unchangedOf(folder, found, known)
  const stale = found.filter(({ path }) => !current.has(path))
  // A place without skills has no folders whose times could show that it is unchanged.
  const isEmpty = found.length === 0 && before?.files.length === 0 && Object.keys(folders).length === 0
  if (before && stale.length === 0 && (isSame || isEmpty)) return before
  for (let start = 0; start < stale.length; start += readAtOnce) {
    const batch = stale.slice(start, start + readAtOnce)
    for (const skill of await Promise.all(batch.map((skill) => readEntry(place, skill)))) current.set(skill.path, skill)
  }
  const skills = found.flatMap(({ path }) => current.get(path) ?? [])
  const index = createPlaceIndex(place, skills, folders)
  await saveIndex(options, index)
  return index
}

/** Returns the known skills whose file has not changed, by path. */
async function unchangedOf(
  place: string,
  found: readonly FoundSkill[],
  known: ReadonlyMap<string, CachedSkill>,
): Promise<Map<string, CachedSkill>> {
  const same = new Map<string, CachedSkill>()
  for (let start = 0; start < found.length; start += checkedAtOnce) {
    if (start > 0) await setImmediate()
    for (const skill of found.slice(start, start + checkedAtOnce)) {
      const cached = unchanged(place, skill, known)
      if (cached) same.set(skill.path, cached)
    }
  }
  return same
}

function unchanged(
  place: string,
  { path, file }: FoundSkill,
  known: ReadonlyMap<string, CachedSkill>,
): CachedSkill | undefined {
  const cached = known.get(path)
  if (cached?.file !== file) return undefined
  const status = statusOf(join(place, path, file))
  return status?.isFile() && status.mtimeMs === cached.changedAt && status.size === cached.size ? cached : undefined
}

function statusOf(path: string) {
  return lstatSync(path, { throwIfNoEntry: false })
}

async function saveIndex({ place, cacheFolder, logger }: IndexOptions, index: PlaceIndex): Promise<void> {
  const { folder } = place
  try {
    await mkdir(cacheFolder, { recursive: true, mode: 0o700 })
    await replaceFile(fileOf(folder, cacheFolder), storedIndex(folder, index))
  } catch (error) {
    logger.log('warn', `The index of the skills in ${folder} was not saved: ${describeError(error)}`)
  }
}

function fileOf(folder: string, cacheFolder: string): string {
  const id = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  return join(cacheFolder, `${basename(folder)}-${id}.json`)
}
