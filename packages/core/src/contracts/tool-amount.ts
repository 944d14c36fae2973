/** `{ count: 120, unit: 'line' }`: surfaces show "120 lines". */
export interface ToolAmount {
  /** A whole number, 0 or more. */
  readonly count: number
  /** A noun in the singular, of at most 30 letters. */
  readonly unit: string
}
