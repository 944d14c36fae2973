import { join } from 'node:path'
import { HermesError } from '@hermes/core'
import { isMissing } from '@hermes/safety'
import type { SkillPlace } from '@hermes/skills'
import { foldersOf } from './portable/placeholders.js'

/**
 * The skill folders of installed plugins. A plugin whose files have changed, or that is not installed, has none.
 * @param names Those that are used.
 */
export async function pluginSkillPlaces(home: string, names: readonly string[]): Promise<readonly SkillPlace[]> {
  if (names.length === 0) return []
  const { createPluginStore } = await import('./plugin-store.js')
  const store = createPluginStore(home)
  const places = await Promise.all(
    names.map(async (name): Promise<readonly SkillPlace[]> => {
      try {
        const { contents, folder } = await store.open(name)
        if (contents.kind !== 'portable') return []
        const plugin = foldersOf(home, name)
        return contents.manifest.skills.map((inner) => ({ folder: join(folder, inner), origin: 'plugin', plugin }))
      } catch (error) {
        // Whoever opens the plugin itself reports it.
        if (HermesError.is(error) || isMissing(error)) return []
        throw error
      }
    }),
  )
  return places.flat()
}
