import type { HomePaths } from '../home/home-paths.js'
import type { Config } from '../schema/config-schema.js'
import { type ConfigEdit, setConfigValue, unsetConfigValue } from './edit-config.js'
import { settingsOfFormerModel } from './former-model.js'

export interface SavedModel {
  readonly model: string
  /** Default: the configured provider. */
  readonly provider?: string
  /** Default: the address of the provider. */
  readonly baseUrl?: string
}

/**
 * Saves a model as the configured one. Settings of the previous model's server and window are removed.
 * @param config The settings of the files, without those of a command line.
 * @returns the removed settings, and where the model was written.
 * @throws {ConfigError} when a value is invalid.
 */
export async function saveModel(
  paths: HomePaths,
  config: Pick<Config, 'model'>,
  { model, provider, baseUrl }: SavedModel,
): Promise<{ readonly file: string; readonly removed: readonly ConfigEdit[] }> {
  const removed: ConfigEdit[] = []
  for (const path of settingsOfFormerModel(config, { model: { default: model, provider, base_url: baseUrl } })) {
    const edit = await unsetConfigValue(paths, path)
    if (edit) removed.push(edit)
  }
  if (provider !== undefined) await setConfigValue(paths, 'model.provider', provider)
  if (baseUrl !== undefined) await setConfigValue(paths, 'model.base_url', baseUrl)
  const { file } = await setConfigValue(paths, 'model.default', model)
  return { file, removed }
}
