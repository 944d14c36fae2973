import { type HomePaths, setConfigValue } from '@hermes/runtime'
import { english } from '@hermes/safety/language'
import type { TerminalColors } from '../theme/terminal-colors.js'
import { listSkins } from './list-skins.js'
import { readSkin } from './read-skin.js'

/** Shows and changes the skin of a terminal. */
export interface SkinSwitch {
  readonly current: string
  /** Lists all skins, with what is wrong with those that cannot be used. */
  list(): Promise<readonly { readonly name: string; readonly about: string }[]>
  /** Applies a skin, and saves it as `display.skin`. Resolves to the reason if it cannot be used. */
  use(name: string): Promise<string | undefined>
}

export function createSkinSwitch(paths: HomePaths, colors: TerminalColors): SkinSwitch {
  return {
    get current() {
      return colors.skin.name
    },
    async list() {
      const names = await listSkins(paths.home)
      return Promise.all(
        names.map(async (name) => {
          const skin = await readSkin(paths.home, name)
          return { name, about: typeof skin === 'string' ? skin : (skin.description ?? '') }
        }),
      )
    },
    async use(name) {
      const skin = await readSkin(paths.home, name)
      if (typeof skin === 'string') return english`The skin "${name}" cannot be used: ${skin}.`
      colors.setSkin(skin)
      await setConfigValue(paths, 'display.skin', name)
      return undefined
    },
  }
}

/** Applies the skin of the settings. Resolves to the reason if the default skin is used instead. */
export async function applySkin(home: string, name: string, colors: TerminalColors): Promise<string | undefined> {
  const skin = await readSkin(home, name)
  if (typeof skin === 'string') return english`The default skin is used, because "${name}" cannot be: ${skin}.`
  colors.setSkin(skin)
  return undefined
}
