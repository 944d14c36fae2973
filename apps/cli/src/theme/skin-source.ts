import type { ColorRole } from '@hermes/tui'
import type { Color } from './color.js'

export type SkinColors = { readonly [Role in ColorRole]?: Color | undefined }

/** What a skin says of itself. What it does not say follows from the rest, or is that of the default skin. */
export interface SkinSource {
  readonly description?: string | undefined
  /** For both backgrounds; a colour that could not be read on one of them is made darker or lighter there. */
  readonly colors: SkinColors
  /** For one background alone, as they are. */
  readonly light?: SkinColors
  readonly dark?: SkinColors
  readonly promptSign?: string | undefined
  readonly agentName?: string | undefined
}
