import type { ModelChoice } from '@hermes/core'
import type { HomePaths } from '../../home/home-paths.js'
import type { Config } from '../../schema/config-schema.js'
import { settingsOfFormerModel } from '../sources/former-model.js'
import { type ConfigEdit, unsetConfigValue, writeConfigValue } from './edit-config.js'

/** The model to save. Without a provider, the configured provider is used; without an address, that of the provider. */
export type SavedModel = ModelChoice & { readonly model: string }

/**
 * Saves a model as the configured one. Settings that describe the server and context window of the previous model are removed.
 * @param config The settings of the files, without those of a command line.
 * @returns the removed settings, and where the model was written.
 * @throws {ConfigError} when a value is invalid.
 */
export async function saveModel(
  paths: HomePaths,
  config: Pick<Config, 'model'>,
  { model, provider, baseUrl, apiMode, contextWindow }: SavedModel,
): Promise<{ readonly file: string; readonly removed: readonly ConfigEdit[] }> {
  const server = { provider, base_url: baseUrl, api_mode: apiMode, context_length: contextWindow }
  const removed: ConfigEdit[] = []
  for (const path of settingsOfFormerModel(config, { model: { default: model, ...server } })) {
    const edit = await unsetConfigValue(paths, path)
    if (edit) removed.push(edit)
  }
  for (const [name, value] of Object.entries(server)) {
    if (value !== undefined) await writeConfigValue(paths, `model.${name}`, String(value))
  }
  const { file } = await writeConfigValue(paths, 'model.default', model)
  return { file, removed }
}
