import type { Style } from '../text/style.js'

/** Properties of the terminal that shows an outcome. */
export interface OutcomeView {
  readonly style: Style
  readonly columns: number
  readonly nowMs: number
}
