import { type ConfigEdit, saveSection, unsetConfigValue, writeConfigValue } from '../../config/edit/edit-config.js'
import type { HomePaths } from '../../home/home-paths.js'
import type { Config } from '../../schema/config-schema.js'

/** Writes the provider of the long-term memory and its options to `config.yaml`, replacing those of another provider. */
export async function saveMemoryProvider(
  paths: HomePaths,
  { provider, provider_options }: Pick<Config['memory'], 'provider' | 'provider_options'>,
): Promise<ConfigEdit> {
  const names = ['memory', 'provider_options']
  if (Object.keys(provider_options).length > 0) await saveSection(paths, names, provider_options)
  else await unsetConfigValue(paths, names.join('.'))
  return writeConfigValue(paths, 'memory.provider', provider)
}
