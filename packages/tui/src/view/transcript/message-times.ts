/** When messages were written, as the program that runs the terminal shows it. */
export interface MessageTimes {
  /** Read at each drawing. */
  readonly isShown: boolean
  format(atMs: number): string
}
