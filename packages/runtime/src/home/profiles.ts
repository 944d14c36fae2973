import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ConfigError } from '@hermes/core'
import { nearestNames } from '@hermes/safety'
import { exists } from '@hermes/safety/files'
import { type HomePaths, homePaths } from './home-paths.js'
import { readTextFile, writeTextFile } from './text-file.js'

/** Returns the profile name of a home; `default` for the home itself. */
export function profileOf({ home }: Pick<HomePaths, 'home'>): string {
  return basename(dirname(home)) === 'profiles' ? basename(home) : 'default'
}

/** Lists the names of the profiles next to or below a home, sorted, with `default` first. */
export async function listProfiles(paths: Pick<HomePaths, 'home'>): Promise<readonly string[]> {
  const entries = await readdir(join(rootOf(paths), 'profiles'), { withFileTypes: true }).catch(noneIfMissing)
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return ['default', ...names.toSorted()]
}

/**
 * Creates the folder of a profile, for its owner only.
 * @throws {ConfigError} when the profile exists.
 */
export async function createProfile(paths: HomePaths): Promise<void> {
  await mkdir(dirname(paths.home), { recursive: true, mode: 0o700 })
  try {
    await mkdir(paths.home, { mode: 0o700 })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new ConfigError('', `The profile "${profileOf(paths)}" exists already: choose another name, or use it.`)
    throw new ConfigError('', `The profile "${profileOf(paths)}" cannot be created in ${paths.home}.`, { cause: error })
  }
}

/**
 * Rejects a profile that does not exist, so that a misspelled name does not open an empty home.
 * @throws {ConfigError} that names the existing profiles.
 */
export async function requireProfile(paths: HomePaths): Promise<void> {
  const wanted = profileOf(paths)
  const names = await listProfiles(paths)
  if (names.includes(wanted)) return
  const [near] = nearestNames(wanted, names)
  const hint = near === undefined ? `There are: ${names.join(', ')}.` : `Did you mean "${near}"?`
  throw new ConfigError('', `There is no profile "${wanted}". ${hint} Create it first, or choose another one.`)
}

/**
 * Returns the profile that is used without `--profile`; `undefined` for the home itself.
 * @param paths The home itself, because a profile never leads to another one.
 * @throws {ConfigError} when the file cannot be read.
 */
export async function chosenProfile(paths: Pick<HomePaths, 'home'>): Promise<string | undefined> {
  if (profileOf(paths) !== 'default') return undefined
  const name = (await readTextFile(choiceFile(paths)))?.trim()
  return name === undefined || name === '' || name === 'default' ? undefined : name
}

/** Chooses the profile that is used without `--profile`. @throws {ConfigError} when there is no profile of that name. */
export async function chooseProfile(paths: HomePaths): Promise<void> {
  await requireProfile(paths)
  const name = profileOf(paths)
  if (name === 'default') await rm(choiceFile(paths), { force: true })
  else await writeTextFile(choiceFile(paths), `${name}\n`)
}

/**
 * Renames a profile. If it is the chosen one, the choice follows.
 * @throws {ConfigError} when it does not exist, or the new name is taken.
 */
export async function renameProfile(from: HomePaths, to: HomePaths): Promise<void> {
  requireNamed(from)
  requireNamed(to)
  await requireProfile(from)
  if (await exists(to.home)) throw new ConfigError('', `The profile "${profileOf(to)}" exists already.`)
  const isChosen = (await chosenOf(from)) === profileOf(from)
  await rename(from.home, to.home)
  if (isChosen) await chooseProfile(to)
}

/** Deletes a profile with everything in it. @throws {ConfigError} when it does not exist, or is the home itself. */
export async function deleteProfile(paths: HomePaths): Promise<void> {
  requireNamed(paths)
  await requireProfile(paths)
  if ((await chosenOf(paths)) === profileOf(paths)) await rm(choiceFile(paths), { force: true })
  await rm(paths.home, { recursive: true, force: true })
}

function chosenOf(paths: HomePaths): Promise<string | undefined> {
  return chosenProfile({ home: rootOf(paths) })
}

function requireNamed(paths: HomePaths): void {
  if (profileOf(paths) !== 'default') return
  throw new ConfigError('', 'The default profile is the home itself: it can be neither renamed nor deleted.')
}

function choiceFile(paths: Pick<HomePaths, 'home'>): string {
  return join(rootOf(paths), 'active_profile')
}

function rootOf({ home }: Pick<HomePaths, 'home'>): string {
  return profileOf({ home }) === 'default' ? home : homePaths(dirname(dirname(home))).home
}

function noneIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}
