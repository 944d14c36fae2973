/** How much of the model's reasoning is shown. Read at each drawing. */
export interface ReasoningSwitch {
  readonly isShown: boolean
  /** Whether all of it is shown, instead of its first rows. */
  readonly isWhole: boolean
}
