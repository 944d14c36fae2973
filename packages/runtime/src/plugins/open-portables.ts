import { HermesError } from '@hermes/core'
import { isMissing } from '@hermes/safety'
import type { PortablePlugin } from './portable/portable-plugin.js'

export interface OpenedPortable {
  /** The name under which the plugin is installed. */
  readonly name: string
  readonly folder: string
  readonly manifest: PortablePlugin
}

/** Opens the portable plugins among the installed ones. A plugin whose files have changed, or that is not installed, is left out. */
export async function openPortables(home: string, names: readonly string[]): Promise<readonly OpenedPortable[]> {
  if (names.length === 0) return []
  const { createPluginStore } = await import('./plugin-store.js')
  const store = createPluginStore(home)
  const opened = await Promise.all(
    names.map(async (name): Promise<readonly OpenedPortable[]> => {
      try {
        const { contents, folder } = await store.open(name)
        return contents.kind === 'portable' ? [{ name, folder, manifest: contents.manifest }] : []
      } catch (error) {
        // Reported by the code that opens the plugin itself.
        if (HermesError.is(error) || isMissing(error)) return []
        throw error
      }
    }),
  )
  return opened.flat()
}
