import { type BigIntStats, statSync } from 'node:fs'
import { join } from 'node:path'
import { describeError, HermesError, type Remedy } from '@hermes/core'
import { openCredentials } from '../../auth/credential-book.js'
import type { HomePaths, Variables } from '../../home/home-paths.js'
import type { ConfigInput } from '../../schema/config-schema.js'
import { keepGoodConfig } from '../load/config-copies.js'
import { type LoadedConfig, loadConfig } from '../load/load-config.js'
import { loadUsableConfig } from '../load/load-usable-config.js'
import type { CallerSection } from '../sources/unset-secrets.js'
import type { ConfigSnapshot } from './config-snapshot.js'

/** The current settings of a home. */
export interface LiveConfig {
  /** The newest valid settings. */
  readonly current: ConfigSnapshot
  /** The reason why the current files are not in effect. It is a new object for each change. */
  readonly refusal: HermesError | undefined
  /** Reads the files again if they have changed. If they are invalid, `current` stays unchanged. */
  refresh(options?: RefreshOptions): Promise<ConfigSnapshot>
}

export interface RefreshOptions {
  /** Whether to read the files even if they seem unchanged. Default: false. */
  readonly force?: boolean
}

export interface LiveConfigOptions {
  readonly paths: HomePaths
  /** The variables of the process. */
  readonly variables: Variables
  /** Settings from the command line. */
  readonly overrides?: ConfigInput
  /** Whether to ignore `config.yaml`. Default: false. */
  readonly ignoresFile?: boolean
  /** The sections with secrets that callers present to this process. It is an error if the variable of such a secret is not set. Default: none. */
  readonly acceptsSecretsOf?: readonly CallerSection[]
}

export interface OpenedConfig {
  readonly settings: LiveConfig
  /** Warnings to show to the user once, one sentence each. */
  readonly warnings: readonly string[]
  /** The remedy for the warnings. Absent if there is none. */
  readonly remedy?: Remedy
}

/**
 * Reads the settings of a home, and reads them again when their files have changed. It compares the times and sizes of four files, which is
 * cheaper than a watcher and also works on network file systems, in containers and with editors that replace files. If `config.yaml` is not
 * valid YAML at the start, the newest copy that was valid is used.
 * @throws {ConfigError} when the settings are invalid now.
 */
export async function openLiveConfig(options: LiveConfigOptions): Promise<OpenedConfig> {
  const { paths } = options
  const files = [paths.config, paths.env, join(paths.home, 'auth.json'), paths.managed]
  let seen = fingerprintOf(files)
  const first = await readSnapshot(options, loadUsableConfig)
  let current = first.snapshot
  let refusal: HermesError | undefined
  let reading: Promise<void> | undefined

  async function read(found: string): Promise<void> {
    seen = found
    try {
      current = (await readSnapshot(options, loadConfig)).snapshot
      refusal = undefined
    } catch (error) {
      refusal = HermesError.is(error)
        ? error
        : new HermesError('config/unreadable', describeError(error), { cause: error })
    }
  }

  return {
    warnings: first.warnings,
    ...(first.remedy && { remedy: first.remedy }),
    settings: {
      get current() {
        return current
      },
      get refusal() {
        return refusal
      },
      async refresh({ force = false } = {}) {
        const found = fingerprintOf(files)
        if (force || found !== seen) {
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

/** Wraps settings that never change. */
export function fixedConfig(snapshot: ConfigSnapshot): LiveConfig {
  return { current: snapshot, refusal: undefined, refresh: async () => snapshot }
}

async function readSnapshot(
  options: LiveConfigOptions,
  load: typeof loadConfig,
): Promise<{ readonly snapshot: ConfigSnapshot } & Pick<LoadedConfig, 'warnings' | 'remedy'>> {
  const { config, variables, warnings, pinned, copy, remedy } = await load(options)
  if (copy === undefined) await keepGoodConfig(options)
  const credentials = await openCredentials(options.paths, variables)
  return { snapshot: { config, variables, credentials, pinned }, warnings, ...(remedy && { remedy }) }
}

/**
 * Fingerprints the files synchronously, because each turn calls it and waiting for a thread would cost many times as much. The session
 * store also reads the same folder synchronously.
 */
function fingerprintOf(files: readonly string[]): string {
  const states = files.map((file) => {
    const status = statusOf(file)
    return status && `${status.mtimeNs} ${status.size} ${status.ino}`
  })
  return states.join('\n')
}

function statusOf(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false })
  } catch {
    // Any problem with the file is reported when it is read.
    return undefined
  }
}
