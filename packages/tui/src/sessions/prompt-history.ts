/** What was typed before, also in other sessions. */
export interface PromptHistory {
  /** Oldest first. */
  readonly entries: readonly string[]
  add(text: string): Promise<void>
}
