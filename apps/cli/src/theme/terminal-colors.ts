import { type Background, backgroundOfVariables } from './background.js'
import { colorDepth } from './color-depth.js'
import { createInk, type Ink } from './ink.js'
import type { Skin } from './skin.js'
import { toSkin } from './to-skin.js'

/** Colors of a terminal: those of a skin for its background. A change affects everything that is drawn afterwards. */
export interface TerminalColors {
  readonly ink: Readonly<Ink>
  readonly skin: Skin
  /** Sets the background. Initially it is that of `COLORFGBG`, or dark. */
  setBackground(background: Background): void
  /** Sets the skin. Initially it is the default skin. */
  setSkin(skin: Skin): void
}

export function createTerminalColors(env: Readonly<Record<string, string | undefined>>): TerminalColors {
  let background = backgroundOfVariables(env) ?? 'dark'
  let skin = toSkin('default', { colors: {} })
  const ink = createInk(colorDepth(env))
  const refresh = () => {
    ink.palette = skin.colors[background]
    ink.promptSign = skin.promptSign
  }
  refresh()
  return {
    ink,
    get skin() {
      return skin
    },
    setBackground(next) {
      background = next
      refresh()
    },
    setSkin(next) {
      skin = next
      refresh()
    },
  }
}
