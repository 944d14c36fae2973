/** What was said to a run while it works. */
export interface Steer {
  readonly text: string
  /** Stored with it, as `platformMessageId`. */
  readonly inputId?: string
}

/** In one text, with a blank line between; `undefined` for none. */
export function joinSteers(steers: readonly Steer[]): string | undefined {
  return steers.length === 0 ? undefined : steers.map(({ text }) => text).join('\n\n')
}
