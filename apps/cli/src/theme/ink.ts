import type { ColorDepth } from './color-depth.js'
import { darkPalette } from './dark-palette.js'
import type { Palette } from './palette.js'

/** Current colors and signs of text. A change affects everything that is drawn afterwards. */
export interface Ink {
  palette: Palette
  /** Sign before the user's input and messages. */
  promptSign: string
  readonly depth: ColorDepth
}

/** @param depth Color depth to which `#rrggbb` is reduced. Default: the sixteen colors that every terminal has. */
export function createInk(depth: ColorDepth = 4): Ink {
  return { palette: darkPalette, promptSign: '❯', depth }
}
