import type { Style } from './style.js'

/** Where an outcome is shown. */
export interface OutcomeView {
  readonly style: Style
  readonly columns: number
  readonly nowMs: number
}
