import type { Variables } from '../home/home-paths.js'
import type { Config } from '../schema/config-schema.js'
import type { ConfigSource } from './config-layers.js'
import { type LoadConfigOptions, settleConfig } from './settle-config.js'
import { joinErrors } from './validate-config.js'

export interface LoadedConfig {
  readonly config: Config
  /** The process's variables with those of `.env`. */
  readonly variables: Variables
  /** What decided each setting that is set, by dotted path. A path that is missing has its default. */
  readonly sources: ReadonlyMap<string, ConfigSource>
  /** One sentence each, for the user to see. */
  readonly warnings: readonly string[]
}

/**
 * Reads `config.yaml` and `.env` of a home and settles every setting: flag, then file, then environment, then default.
 * A missing file is as good as an empty one; nothing is written.
 * @throws {ConfigError} when a file cannot be read or parsed, or a setting is wrong.
 */
export async function loadConfig(options: LoadConfigOptions): Promise<LoadedConfig> {
  const { validation, values: _, ...loaded } = await settleConfig(options)
  if ('errors' in validation) throw joinErrors(validation.errors)
  return { ...loaded, config: validation.config }
}
