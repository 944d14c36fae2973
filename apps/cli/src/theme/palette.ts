import type { ColorRole } from '@hermes/tui'
import type { Color } from './color.js'

/** Color of each role. */
export type Palette = Readonly<Record<ColorRole, Color>>
