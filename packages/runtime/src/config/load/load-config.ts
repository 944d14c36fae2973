import { ConfigError, type Remedy } from '@hermes/core'
import type { Variables } from '../../home/home-paths.js'
import type { Config } from '../../schema/config-schema.js'
import type { ConfigSource } from '../sources/config-layers.js'
import { joinErrors } from '../sources/validate-config.js'
import { type LoadConfigOptions, settleConfig } from './settle-config.js'

export interface LoadedConfig {
  readonly config: Config
  /** The variables of the process and of `.env`. */
  readonly variables: Variables
  /** The source of each value that is set, by dotted path. A missing path has its default. */
  readonly sources: ReadonlyMap<string, ConfigSource>
  /** The dotted paths of the settings that the machine fixes. */
  readonly pinned: ReadonlySet<string>
  /** Warnings to show to the user, one sentence each. */
  readonly warnings: readonly string[]
  /** The remedy for the warnings. Absent if there is none. */
  readonly remedy?: Remedy
  /** The path of the copy that is in effect instead of `config.yaml`, because the file is not valid YAML. */
  readonly copy?: string
}

/**
 * Reads `config.yaml` and `.env` of a home and resolves all settings, in this order of precedence: machine, flag, file, environment,
 * default. A missing file counts as empty. Nothing is written.
 * @throws {ConfigError} when a file cannot be read or parsed, or a setting is invalid.
 */
export async function loadConfig(options: LoadConfigOptions): Promise<LoadedConfig> {
  const { validation, values: _, foreign, warnings, ...loaded } = await settleConfig(options)
  if ('errors' in validation) throw ofPython(joinErrors(validation.errors), loaded.remedy)
  return { ...loaded, config: validation.config, warnings: [...warnings, ...foreign] }
}

/** Adds the remedy to an error, because a file for the Hermes Agent in Python may have to be rewritten first. */
function ofPython(error: ConfigError, remedy: Remedy | undefined): ConfigError {
  if (!remedy) return error
  const { path, message, cause } = error
  const sentence = `${message} The file is written for the Hermes Agent in Python: migrate the settings, which names what remains to be changed.`
  return new ConfigError(path, sentence, { cause: cause ?? error, remedy })
}
