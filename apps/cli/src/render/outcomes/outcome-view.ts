import type { Style } from '../text/style.js'

/** The terminal that shows an outcome. */
export interface OutcomeView {
  readonly style: Style
  readonly columns: number
  readonly nowMs: number
}
