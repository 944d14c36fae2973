import type { ColorDepth } from './color-depth.js'
import { darkPalette } from './dark-palette.js'
import type { Palette } from './palette.js'

/** The colours that text is drawn in now. Another palette shows in all that is drawn afterwards. */
export interface Ink {
  palette: Palette
  readonly depth: ColorDepth
}

/** @param depth Colours given as `#rrggbb` are lowered to it. Default: the sixteen colours that every terminal has. */
export function createInk(depth: ColorDepth = 4, palette: Palette = darkPalette): Ink {
  return { palette, depth }
}
