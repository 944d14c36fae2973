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

/** A hook, and whether it runs. Those of folders and plugins wait for the owner's agreement. */
export type KnownHook = (ConfiguredHook | (PortableHook & { readonly plugin: string })) & {
  readonly isAllowed: boolean
}

/** The hooks of the settings, of hook folders, and of the plugins that are used, in the order in which they run. */
export async function allHooks(home: string, config: Config): Promise<readonly KnownHook[]> {
  const own = configuredHooks(config.shell_hooks).map((hook) => ({ ...hook, isAllowed: true }))
  const { folders } = await readHookFolders(home)
  return [...own, ...folders.flatMap((folder) => ofFolder(folder, config)), ...(await ofPlugins(home, config))]
}

/** Hooks that follow the rules of the settings, and that run. */
export async function runningHooks(home: string, config: Config): Promise<readonly ConfiguredHook[]> {
  const { folders } = await readHookFolders(home)
  const ofFolders = folders.filter(({ name, integrity }) => config.hook_folders[name] === integrity)
  return [...configuredHooks(config.shell_hooks), ...ofFolders.flatMap(({ hooks }) => hooks)]
}

function ofFolder({ name, integrity, hooks }: HookFolder, config: Config): readonly KnownHook[] {
  return hooks.map((hook) => ({ ...hook, isAllowed: config.hook_folders[name] === integrity }))
}

/** A plugin that is missing or has changed has none. */
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
