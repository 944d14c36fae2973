import type { Background } from './background.js'
import type { Palette } from './palette.js'

/** How a terminal looks: its colors for each background, and a few texts. */
export interface Skin {
  readonly name: string
  /** Description of the skin. Default: none. */
  readonly description?: string
  readonly colors: Readonly<Record<Background, Palette>>
  /** Sign before the user's input and messages, one to eight columns wide. */
  readonly promptSign: string
  /** Name that the program uses for itself. */
  readonly agentName: string
}
