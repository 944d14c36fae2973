import type { SkillScan } from '@hermes/skills'
import type { IsolatedPlugin, IsolatedPluginOptions } from './isolated-plugin.js'
import type { PluginStore } from './plugin-store.js'
import type { PortablePlugin } from './portable/portable-plugin.js'

/** Opens the installed plugins of a home. The code for archives is loaded with the first call. */
export async function openPluginStore(home: string): Promise<PluginStore> {
  return (await import('./plugin-store.js')).createPluginStore(home)
}

/**
 * Starts a plugin in a separate process.
 * @throws {HermesError} `plugin/process` when it does not start; `plugin/capability` when it contains what it does not declare.
 */
export async function startPlugin(options: IsolatedPluginOptions): Promise<IsolatedPlugin> {
  return (await import('./isolated-plugin.js')).openIsolatedPlugin(options)
}

/** Scans the skills, the commands and the scripts of a portable plugin. Skills and commands with dangerous findings are not used. */
export async function scanPortablePlugin(folder: string, manifest: PortablePlugin): Promise<SkillScan> {
  return (await import('./portable/scan-portable.js')).scanPortable(folder, manifest)
}
