/** `{ count: 120, unit: 'line' }`: surfaces show "120 lines". */
export interface ToolAmount {
  /** A non-negative integer. */
  readonly count: number
  /** A singular noun of at most 30 letters. */
  readonly unit: string
}
