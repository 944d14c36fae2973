import { join } from 'node:path'
import { readExtension } from '../../extensions/load-extension.js'
import type { HomePaths } from '../../home/home-paths.js'
import type { Feature, Host } from '../../host.js'
import { openPluginStore, startPlugin } from '../../plugins/load.js'
import type { Config } from '../../schema/config-schema.js'
import { usedPlugins } from '../../schema/features/installed-plugins.js'
import type { FeatureEntry } from '../define-feature.js'
import { checkPlugin, createPlugin } from './create-plugin.js'
import { withLimits } from './with-limits.js'

/**
 * Returns the installed plugins that are enabled and not disabled. A plugin that does not start is left out and logged, because it is not
 * the owner's own code and must not prevent the program from starting.
 */
export function installedEntries(
  { installed_plugins: installed }: Config,
  { home }: Pick<HomePaths, 'home'>,
): readonly FeatureEntry[] {
  const { trusted, settings, hooks } = installed
  return usedPlugins(installed).map((name): FeatureEntry => {
    const own = settings[name] ?? {}
    const isTrusted = trusted.includes(name)
    return {
      kind: 'plugin',
      name,
      summary: '',
      keyOf: ({ variables }) => JSON.stringify([own, isTrusted, hooks[name], variables]),
      isOn: () => true,
      mayFail: true,
      load: async () => (host) => open(name, { home, settings: own, isTrusted, agreedHooks: hooks[name], host }),
    }
  })
}

interface OpenOptions {
  readonly home: string
  readonly settings: Config['installed_plugins']['settings'][string]
  readonly isTrusted: boolean
  /** The hash of the files whose hooks may run. */
  readonly agreedHooks: string | undefined
  readonly host: Omit<Host, 'settings'>
}

async function open(name: string, options: OpenOptions): Promise<Feature> {
  const { home, settings, isTrusted, agreedHooks, host } = options
  const { installed, folder, contents } = await (await openPluginStore(home)).open(name)
  if (contents.kind === 'portable') {
    const { openPortable } = await import('./portable/open-portable.js')
    const { manifest } = contents
    return openPortable({ manifest, mayRunHooks: agreedHooks === installed.integrity, host })
  }
  const { manifest } = contents
  if (isTrusted) {
    const section = { ...settings, use: join(folder, manifest.main) }
    const path = `installed_plugins.settings.${name}`
    const read = await readExtension({ kind: 'plugin', path, section, home })
    return withLimits(await createPlugin({ ...read, path, name, host }))
  }
  const { variables, fetch, logger } = host
  const plugin = await startPlugin({ folder, manifest, settings, variables, fetch, logger })
  return withLimits(await checkPlugin(plugin, { path: 'installed_plugins', name }))
}
