/** What a judge learns about a call. */
export interface JudgedCall {
  readonly tool: string
  /** Exactly what would run. */
  readonly subject: string
  readonly workingDirectory?: string
  /** Why the call is flagged, one sentence each. */
  readonly reasons: readonly string[]
}
