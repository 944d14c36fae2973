import { ConfigError, describeError, HermesError } from '@hermes/core'
import { readExtension } from '../../extensions/load-extension.js'
import type { HomePaths } from '../../home/home-paths.js'
import type { Config } from '../../schema/config-schema.js'
import type { FeatureEntry } from '../define-feature.js'
import { restrictHost } from './restrict-host.js'

/**
 * The plugins that the config names, as entries of the list of features: they are loaded, made and ended like those.
 * @throws {ConfigError} when one is named twice.
 */
export function pluginEntries({ plugins }: Config, { home }: Pick<HomePaths, 'home'>): readonly FeatureEntry[] {
  const names = plugins.map(({ use }) => use)
  const again = names.findIndex((name, index) => names.indexOf(name) < index)
  if (again >= 0) {
    throw new ConfigError(`plugins.${again}.use`, `The plugin ${names[again]} is named twice: remove one of them.`)
  }
  return plugins.map((section, index): FeatureEntry => {
    const { use } = section
    const path = `plugins.${index}`
    return {
      kind: 'plugin',
      name: use,
      summary: '',
      keyOf: ({ variables }) => JSON.stringify([section, variables]),
      isOn: () => true,
      async load() {
        const { extension, settings } = await readExtension({ kind: 'plugin', path, section, home })
        return async (host) => {
          try {
            return await extension.create(settings, restrictHost(host, use, extension.capabilities))
          } catch (error) {
            if (HermesError.is(error)) throw error
            const sentence = `The plugin ${use} did not start: ${describeError(error)}`
            throw new ConfigError(path, sentence, { cause: error })
          }
        }
      },
    }
  })
}
