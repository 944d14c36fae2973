/** Text sent to a running turn. */
export interface Steer {
  readonly text: string
  /** The id that is stored with the text as `platformMessageId`. */
  readonly inputId?: string
  /** See `SteerOptions.extendsTurn`. */
  readonly extendsTurn?: boolean
}

/** Joins the texts with blank lines; `undefined` if there are none. */
export function joinSteers(steers: readonly Steer[]): string | undefined {
  return steers.length === 0 ? undefined : steers.map(({ text }) => text).join('\n\n')
}
