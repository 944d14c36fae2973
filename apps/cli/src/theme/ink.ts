import type { ColorDepth } from './color-depth.js'
import { darkPalette } from './dark-palette.js'
import type { Palette } from './palette.js'

/** What text is drawn with now. A change shows in all that is drawn afterwards. */
export interface Ink {
  palette: Palette
  /** Before what the person types and has written. */
  promptSign: string
  readonly depth: ColorDepth
}

/** @param depth Colours given as `#rrggbb` are lowered to it. Default: the sixteen colours that every terminal has. */
export function createInk(depth: ColorDepth = 4): Ink {
  return { palette: darkPalette, promptSign: '❯', depth }
}
