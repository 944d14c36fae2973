import { darkPalette } from './dark-palette.js'
import { lightPalette } from './light-palette.js'
import type { Theme } from './theme.js'

export const defaultTheme: Theme = { dark: darkPalette, light: lightPalette }
