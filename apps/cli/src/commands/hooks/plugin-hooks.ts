import { type LoadedConfig, type OpenedPlugin, openPluginStore, type PortableHook, usedPlugins } from '@hermes/runtime'

/** A hook of a portable plugin that is used. */
export interface PluginHook extends PortableHook {
  readonly plugin: string
  /** Whether it runs: the owner has agreed to these files. */
  readonly isAllowed: boolean
}

/** The hooks of the plugins that are used. One that is missing or has changed has none. */
export async function pluginHooks(home: string, config: LoadedConfig['config']): Promise<readonly PluginHook[]> {
  const names = usedPlugins(config.installed_plugins)
  if (names.length === 0) return []
  const store = await openPluginStore(home)
  const opened = await Promise.all(names.map((name) => store.open(name).catch(() => undefined)))
  return opened.flatMap((plugin) => (plugin ? hooksOf(plugin, config) : []))
}

function hooksOf({ installed, contents }: OpenedPlugin, config: LoadedConfig['config']): readonly PluginHook[] {
  if (contents.kind !== 'portable') return []
  const { name, integrity } = installed
  const isAllowed = config.installed_plugins.hooks[name] === integrity
  return contents.manifest.hooks.map((hook) => ({ ...hook, plugin: name, isAllowed }))
}
