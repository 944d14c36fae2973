import {
  type ConfiguredHook,
  configuredHooks,
  type HookFolder,
  type LoadedConfig,
  openPluginStore,
  type PortableHook,
  readHookFolders,
  usedPlugins,
} from '@hermes/runtime'

type Config = LoadedConfig['config']

/** A hook, and whether it may run. Hooks of folders and plugins need the owner's agreement. */
export type KnownHook = (ConfiguredHook | (PortableHook & { readonly plugin: string })) & {
  readonly isAllowed: boolean
}

/** Returns the hooks of the settings, of hook folders, and of the plugins in use, in the order in which they run. */
export async function allHooks(home: string, config: Config): Promise<readonly KnownHook[]> {
  const own = configuredHooks(config.shell_hooks).map((hook) => ({ ...hook, isAllowed: true }))
  const { folders } = await readHookFolders(home)
  return [...own, ...folders.flatMap((folder) => ofFolder(folder, config)), ...(await ofPlugins(home, config))]
}

/** Returns the hooks of the settings and of allowed hook folders. */
export async function runningHooks(home: string, config: Config): Promise<readonly ConfiguredHook[]> {
  const { folders } = await readHookFolders(home)
  const ofFolders = folders.filter(({ name, integrity }) => config.hook_folders[name] === integrity)
  return [...configuredHooks(config.shell_hooks), ...ofFolders.flatMap(({ hooks }) => hooks)]
}

function ofFolder({ name, integrity, hooks }: HookFolder, config: Config): readonly KnownHook[] {
  return hooks.map((hook) => ({ ...hook, isAllowed: config.hook_folders[name] === integrity }))
}

/** A plugin that is missing or has changed has no hooks. */
async function ofPlugins(home: string, config: Config): Promise<readonly KnownHook[]> {
  const names = usedPlugins(config.installed_plugins)
  if (names.length === 0) return []
  const store = await openPluginStore(home)
  const opened = await Promise.all(names.map((name) => store.open(name).catch(() => undefined)))
  return opened.flatMap((plugin) => {
    if (plugin?.contents.kind !== 'portable') return []
    const { name, integrity } = plugin.installed
    const isAllowed = config.installed_plugins.hooks[name] === integrity
    return plugin.contents.manifest.hooks.map((hook) => ({ ...hook, plugin: name, isAllowed }))
  })
}
