import { homedir, userInfo } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { ConfigError } from '@hermes/core'

/** The paths of a home, all absolute. */
export interface HomePaths {
  readonly home: string
  readonly config: string
  readonly env: string
  readonly state: string
  readonly logs: string
  readonly cache: string
  readonly memories: string
  /** The settings of the machine, which override those of all homes. The file is outside the home, because an administrator writes it. */
  readonly managed: string
}

/** Environment variables of a process. `undefined` and absent mean the same. */
export type Variables = Readonly<Record<string, string | undefined>>

export interface ResolveHomeOptions {
  /** The name of a separate home under `profiles/<name>`. `default` means the home itself. Default: `default`. */
  readonly profile?: string
}

/**
 * Resolves the home: `HERMES_HOME`, otherwise `~/.hermes` (`%LOCALAPPDATA%\hermes` on Windows). Accesses no files.
 *
 * If `HERMES_HOME` is itself a profile, as in child processes that inherit it, sibling profiles are still found.
 * @throws {ConfigError} when the profile name is invalid.
 */
export function resolveHome(variables: Variables, options: ResolveHomeOptions = {}): HomePaths {
  const home = variables.HERMES_HOME
    ? resolve(expandTilde(variables.HERMES_HOME, userFolder(variables)))
    : defaultHome(variables)
  return homePaths(options.profile === undefined ? home : profileHome(home, options.profile))
}

/** Returns the paths inside a known home folder. */
export function homePaths(home: string): HomePaths {
  return {
    home,
    config: join(home, 'config.yaml'),
    env: join(home, '.env'),
    state: join(home, 'state.db'),
    logs: join(home, 'logs'),
    cache: join(home, 'cache'),
    memories: join(home, 'memories'),
    managed: managedConfig(),
  }
}

/** Returns the path of the machine's settings. No variable names it, because a user could point the variable elsewhere. */
function managedConfig(): string {
  switch (process.platform) {
    case 'win32':
      return 'C:\\ProgramData\\hermes\\config.yaml'
    case 'darwin':
      return '/Library/Application Support/hermes/config.yaml'
    default:
      return '/etc/hermes/config.yaml'
  }
}

/** Expands `~` and `~/...` as a shell does. */
export function expandTilde(path: string, userHome: string): string {
  return path === '~' || path.startsWith('~/') ? join(userHome, path.slice(1)) : path
}

/** Returns the user's home folder, for `~`, as an absolute path. A relative variable is resolved against the working folder. */
export function userFolder(variables: Variables): string {
  const named = process.platform === 'win32' ? variables.USERPROFILE : variables.HOME
  // `homedir` returns an empty HOME unchanged.
  return resolve(named || homedir() || userInfo().homedir)
}

function defaultHome(variables: Variables): string {
  return process.platform === 'win32' && variables.LOCALAPPDATA
    ? join(variables.LOCALAPPDATA, 'hermes')
    : join(userFolder(variables), '.hermes')
}

function profileHome(home: string, profile: string): string {
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(profile)) {
    throw new ConfigError(
      '',
      `${JSON.stringify(profile)} is not a valid profile name: use 1 to 64 lower-case letters, digits, "_" or "-", a letter or digit first.`,
    )
  }
  const parent = dirname(home)
  const root = basename(parent) === 'profiles' ? dirname(parent) : home
  return profile === 'default' ? root : join(root, 'profiles', profile)
}
