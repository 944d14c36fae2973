import { join } from 'node:path'
import { describeError } from '@hermes/core'
import { readOptional } from '@hermes/safety/files'
import type { Skin } from '../theme/skin.js'
import type { SkinSource } from '../theme/skin-source.js'
import { toSkin } from '../theme/to-skin.js'
import { builtInSkins } from './built-in-skins.js'

/** Maximum length of a skin file, in characters. */
const longest = 256 * 1024

/** Returns the folder of skin files, which are named `NAME.yaml`. */
export function skinFolder(home: string): string {
  return join(home, 'skins')
}

/** Whether a text may name a skin, so that it cannot refer to a file outside the folder. */
export function isSkinName(name: string): boolean {
  return /^[a-zA-Z0-9][\w-]{0,63}$/.test(name)
}

/** Reads a skin by name: a file of the home, else a built-in one. Returns a text with the reason if it cannot be used. */
export async function readSkin(home: string, name: string): Promise<Skin | string> {
  if (!isSkinName(name)) return 'there is none of that name'
  const builtIn = Object.hasOwn(builtInSkins, name) ? builtInSkins[name] : undefined
  const source = (await readSource(home, name)) ?? builtIn ?? 'there is none of that name'
  return typeof source === 'string' ? source : toSkin(name, source)
}

async function readSource(home: string, name: string): Promise<SkinSource | string | undefined> {
  let text: string | undefined
  try {
    text = await readOptional(join(skinFolder(home), `${name}.yaml`))
  } catch (error) {
    return `its file cannot be read (${describeError(error)})`
  }
  if (text === undefined) return undefined
  if (text.length > longest) return 'its file is too long'
  // Imported on demand, because few chats use a custom skin.
  const { parseSkin } = await import('./parse-skin.js')
  return parseSkin(text)
}
