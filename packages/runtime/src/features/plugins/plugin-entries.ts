import { ConfigError } from '@hermes/core'
import { readExtension } from '../../extensions/load-extension.js'
import type { HomePaths } from '../../home/home-paths.js'
import type { Config } from '../../schema/config-schema.js'
import type { FeatureEntry } from '../define-feature.js'
import { createPlugin } from './create-plugin.js'
import { withLimits } from './with-limits.js'

/**
 * Returns the configured plugins as entries of the feature list, so that they are loaded, created and disposed like features.
 * @throws {ConfigError} when a plugin is listed twice.
 */
export function pluginEntries({ plugins }: Config, { home }: Pick<HomePaths, 'home'>): readonly FeatureEntry[] {
  const names = plugins.map(({ use }) => use)
  const again = names.findIndex((name, index) => names.indexOf(name) < index)
  if (again >= 0) {
    throw new ConfigError(`plugins.${again}.use`, `The plugin ${names[again]} is listed twice: remove one entry.`)
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
        const read = await readExtension({ kind: 'plugin', path, section, home })
        return async (host) => withLimits(await createPlugin({ ...read, path, name: use, host }))
      },
    }
  })
}
