import { HermesError } from '@hermes/core'
import { type PluginManifest, readManifest } from './manifest.js'
import type { PortablePlugin } from './portable/portable-plugin.js'

/** The contents of a plugin's folder. `module`: code for Hermes. `portable`: texts and declarations in a format that other agents also read. */
export type PluginContents =
  | { readonly kind: 'module'; readonly manifest: PluginManifest }
  | { readonly kind: 'portable'; readonly manifest: PortablePlugin }

/**
 * Reads the manifest of a folder. A manifest for Hermes takes precedence.
 * @throws {HermesError} `plugin/manifest`.
 */
export async function readContents(folder: string): Promise<PluginContents> {
  const manifest = await readManifest(folder)
  if (manifest) return { kind: 'module', manifest }
  const { readPortable } = await import('./portable/read-portable.js')
  const portable = await readPortable(folder)
  if (portable) return { kind: 'portable', manifest: portable }
  throw new HermesError(
    'plugin/manifest',
    `The folder ${folder} is no plugin: it has neither a plugin.yaml, a member "hermes" in its package.json, nor a .claude-plugin/plugin.json.`,
  )
}
