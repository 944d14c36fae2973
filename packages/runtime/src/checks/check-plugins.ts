import { ConfigError, HermesError } from '@hermes/core'
import { readExtension } from '../extensions/load-extension.js'
import { createPlugin } from '../features/plugins/create-plugin.js'
import { pluginEntries } from '../features/plugins/plugin-entries.js'
import { sameName } from '../features/plugins/same-name.js'
import type { HomePaths, Variables } from '../home/home-paths.js'
import type { Config } from '../schema/config-schema.js'
import { createCheckHost } from './create-check-host.js'

/**
 * Returns the problems of the configured plugins: not installed, rejected options, or parts that could not work. Each plugin is created and
 * disposed. A plugin that needs the environment, the store or the network to start is not checked any further.
 */
export async function checkPlugins(
  config: Config,
  paths: Pick<HomePaths, 'home' | 'cache'>,
  variables: Variables,
): Promise<readonly ConfigError[]> {
  const errors: ConfigError[] = []
  try {
    pluginEntries(config, paths)
  } catch (error) {
    if (!ConfigError.is(error)) throw error
    errors.push(error)
  }
  const names = new Map<string, string>()
  for (const [index, section] of config.plugins.entries()) {
    const path = `plugins.${index}`
    const checking = createCheckHost(paths, variables)
    try {
      const read = await readExtension({ kind: 'plugin', path, section, home: paths.home })
      const plugin = await createPlugin({ ...read, path, name: section.use, host: checking.host })
      const { name } = plugin
      await plugin[Symbol.asyncDispose]?.()
      const existing = names.get(name)
      if (existing !== undefined && existing !== `the plugin ${section.use}`)
        errors.push(sameName({ path, plugin: section.use, name, existing }))
      names.set(name, `the plugin ${section.use}`)
    } catch (error) {
      if (!HermesError.is(error)) throw error
      if (checking.usedConversation) continue
      errors.push(ConfigError.is(error) ? error : new ConfigError(path, error.message, { cause: error }))
    }
  }
  return errors
}
