import { ConfigError, type Remedy } from '@hermes/core'
import type { Variables } from '../../home/home-paths.js'
import type { Config } from '../../schema/config-schema.js'
import type { ConfigSource } from '../sources/config-layers.js'
import { joinErrors } from '../sources/validate-config.js'
import { type LoadConfigOptions, settleConfig } from './settle-config.js'

export interface LoadedConfig {
  readonly config: Config
  /** The process's variables with those of `.env`. */
  readonly variables: Variables
  /** The source of each value that is set, by dotted path. A missing path has its default. */
  readonly sources: ReadonlyMap<string, ConfigSource>
  /** The settings that the machine fixes, by dotted path. */
  readonly pinned: ReadonlySet<string>
  /** Shown to the user, one sentence each. */
  readonly warnings: readonly string[]
  /** What helps against warnings. Absent: nothing does. */
  readonly remedy?: Remedy
  /** The copy of `config.yaml` that is in effect instead, because the file is not valid YAML. */
  readonly copy?: string
}

/**
 * Reads `config.yaml` and `.env` of a home and resolves all settings: machine, then flag, then file, then environment, then default. A
 * missing file counts as empty. Nothing is written.
 * @throws {ConfigError} when a file cannot be read or parsed, or a setting is invalid.
 */
export async function loadConfig(options: LoadConfigOptions): Promise<LoadedConfig> {
  const { validation, values: _, foreign, warnings, ...loaded } = await settleConfig(options)
  if ('errors' in validation) throw ofPython(joinErrors(validation.errors), loaded.remedy)
  return { ...loaded, config: validation.config, warnings: [...warnings, ...foreign] }
}

/** A file for the other program may have to be rewritten first. */
function ofPython(error: ConfigError, remedy: Remedy | undefined): ConfigError {
  if (!remedy) return error
  const { path, message, cause } = error
  const sentence = `${message} The file is written for the Hermes Agent in Python: migrate the settings, which names what remains to be changed.`
  return new ConfigError(path, sentence, { cause: cause ?? error, remedy })
}
