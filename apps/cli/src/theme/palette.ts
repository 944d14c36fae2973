import type { ColorRole } from '@hermes/tui'
import type { Color } from './color.js'

/** The colour of each role. */
export type Palette = Readonly<Record<ColorRole, Color>>
