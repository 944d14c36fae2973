import { mkdir, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ConfigError } from '@hermes/core'
import { nearestNames } from '@hermes/safety'
import { type HomePaths, homePaths } from './home-paths.js'

/** The profile name of a home; `default` for the home itself. */
export function profileOf({ home }: Pick<HomePaths, 'home'>): string {
  return basename(dirname(home)) === 'profiles' ? basename(home) : 'default'
}

/** The names of the profiles beside or below a home, sorted, `default` first. */
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
    throw new ConfigError('', `The profile "${profileOf(paths)}" cannot be created in ${paths.home}.`, { cause: error })
  }
}

/**
 * Rejects a profile that does not exist: a misspelt name must not open an empty home.
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

function rootOf({ home }: Pick<HomePaths, 'home'>): string {
  return profileOf({ home }) === 'default' ? home : homePaths(dirname(dirname(home))).home
}

function noneIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}
