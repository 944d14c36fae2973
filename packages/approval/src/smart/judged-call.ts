/** What a judge gets to know of a call. */
export interface JudgedCall {
  readonly tool: string
  /** Exactly what would run. */
  readonly subject: string
  readonly workingDirectory?: string
  /** Why it is flagged, one sentence each. */
  readonly reasons: readonly string[]
}
