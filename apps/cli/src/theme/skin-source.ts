import type { ColorRole } from '@hermes/tui'
import type { Color } from './color.js'

export type SkinColors = { readonly [Role in ColorRole]?: Color | undefined }

/** Settings of a skin. What it does not set follows from the rest, or comes from the default skin. */
export interface SkinSource {
  readonly description?: string | undefined
  /** Colors for both backgrounds. A color that would be unreadable on one of them is darkened or lightened there. */
  readonly colors: SkinColors
  /** Colors for a single background, used as they are. */
  readonly light?: SkinColors
  readonly dark?: SkinColors
  readonly promptSign?: string | undefined
  readonly agentName?: string | undefined
}
