import type { Background } from './background.js'
import type { Palette } from './palette.js'

/** How a terminal looks: its colours for each background, and a few texts. */
export interface Skin {
  readonly name: string
  /** Default: none. */
  readonly description?: string
  readonly colors: Readonly<Record<Background, Palette>>
  /** Before what the person types and has written. One to eight columns. */
  readonly promptSign: string
  /** What the program calls itself. */
  readonly agentName: string
}
