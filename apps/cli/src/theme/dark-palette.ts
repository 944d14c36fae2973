import type { Palette } from './palette.js'

/** The terminal's own sixteen colors, on a dark background. */
export const darkPalette: Palette = {
  accent: 'cyan',
  muted: 'dim',
  success: 'green',
  warning: 'yellow',
  error: 'red',
  added: 'green',
  removed: 'red',
  code: 'cyan',
  keyword: 'magenta',
  literal: 'yellow',
  string: 'green',
  name: 'cyan',
  user: 'cyan',
  assistant: 'none',
  border: 'dim',
  status: 'dim',
  match: 'yellow',
}
