import type { Background } from './background.js'
import type { Palette } from './palette.js'

/** The colours for each background. */
export type Theme = Readonly<Record<Background, Palette>>
