import { readdir } from 'node:fs/promises'
import { isMissing } from '@hermes/safety'
import { builtInSkins } from './built-in-skins.js'
import { isSkinName, skinFolder } from './read-skin.js'

/** Lists the names of all skins: the built-in ones, then those of the home, sorted by name. */
export async function listSkins(home: string): Promise<readonly string[]> {
  const files = await readdir(skinFolder(home)).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const own = files
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .filter((name) => isSkinName(name) && !Object.hasOwn(builtInSkins, name))
  return [...Object.keys(builtInSkins), ...own.toSorted()]
}
