/** What is shown of the reasoning of the model. Read at each drawing. */
export interface ReasoningSwitch {
  readonly isShown: boolean
  /** All of it, instead of its first rows. */
  readonly isWhole: boolean
}
