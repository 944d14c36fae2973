/** The times of messages, in the format of the program around the terminal. */
export interface MessageTimes {
  /** Whether times are shown. Read at each drawing. */
  readonly isShown: boolean
  format(atMs: number): string
}
