import { join } from 'node:path'
import type { SkillPlace } from '@hermes/skills'
import { openPortables } from './open-portables.js'
import { foldersOf } from './portable/placeholders.js'

/**
 * Returns the skill folders of installed plugins. A plugin whose files have changed, or that is not installed, has none.
 * @param names The plugins to use.
 */
export async function pluginSkillPlaces(home: string, names: readonly string[]): Promise<readonly SkillPlace[]> {
  return (await openPortables(home, names)).flatMap(({ name, folder, manifest }) =>
    manifest.skills.map(
      (inner): SkillPlace => ({ folder: join(folder, inner), origin: 'plugin', plugin: foldersOf(home, name) }),
    ),
  )
}
