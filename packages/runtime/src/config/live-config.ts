import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describeError, HermesError } from '@hermes/core'
import { openCredentials } from '../auth/credential-book.js'
import type { HomePaths, Variables } from '../home/home-paths.js'
import type { ConfigInput } from '../schema/config-schema.js'
import type { ConfigSnapshot } from './config-snapshot.js'
import { loadConfig } from './load-config.js'

/** The settings of a home as they are now. */
export interface LiveConfig {
  /** The newest ones that are valid. */
  readonly current: ConfigSnapshot
  /** Why what the files hold now is not `current`. Another object for another change. */
  readonly refusal: HermesError | undefined
  /** Looks whether the files have changed, and reads them if so. Files that cannot be used leave `current` as it is. */
  refresh(): Promise<ConfigSnapshot>
}

export interface LiveConfigOptions {
  readonly paths: HomePaths
  /** The process's variables. */
  readonly variables: Variables
  /** What the command line asks for. */
  readonly overrides?: ConfigInput
}

export interface OpenedConfig {
  readonly settings: LiveConfig
  /** One sentence each, for the user to see once. */
  readonly warnings: readonly string[]
}

/**
 * Reads the settings of a home, and reads them again when their files have changed. The times and sizes of three files are looked
 * at: that costs less than a watcher, and misses nothing that another file system, a container or an editor that replaces
 * files does.
 * @throws {ConfigError} when they cannot be used now.
 */
export async function openLiveConfig(options: LiveConfigOptions): Promise<OpenedConfig> {
  const { paths } = options
  const files = [paths.config, paths.env, join(paths.home, 'auth.json')]
  let seen = await fingerprintOf(files)
  const first = await readSnapshot(options)
  let current = first.snapshot
  let refusal: HermesError | undefined
  let reading: Promise<void> | undefined

  async function read(found: string): Promise<void> {
    seen = found
    try {
      current = (await readSnapshot(options)).snapshot
      refusal = undefined
    } catch (error) {
      refusal = HermesError.is(error)
        ? error
        : new HermesError('config/unreadable', describeError(error), { cause: error })
    }
  }

  return {
    warnings: first.warnings,
    settings: {
      get current() {
        return current
      },
      get refusal() {
        return refusal
      },
      async refresh() {
        const found = await fingerprintOf(files)
        if (found !== seen) {
          reading = read(found).finally(() => {
            reading = undefined
          })
        }
        await reading
        return current
      },
    },
  }
}

/** Settings that do not change. */
export function fixedConfig(snapshot: ConfigSnapshot): LiveConfig {
  return { current: snapshot, refusal: undefined, refresh: async () => snapshot }
}

async function readSnapshot(
  options: LiveConfigOptions,
): Promise<{ readonly snapshot: ConfigSnapshot; readonly warnings: readonly string[] }> {
  const { config, variables, warnings } = await loadConfig(options)
  return { snapshot: { config, variables, credentials: await openCredentials(options.paths, variables) }, warnings }
}

async function fingerprintOf(files: readonly string[]): Promise<string> {
  const states = await Promise.all(
    files.map(async (file) => {
      // Whatever is wrong with a file besides, reading it tells.
      const status = await stat(file, { bigint: true }).catch(() => undefined)
      return status && `${status.mtimeNs} ${status.size} ${status.ino}`
    }),
  )
  return states.join('\n')
}
