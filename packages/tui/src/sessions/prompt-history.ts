/** Earlier prompts, including those of other sessions. */
export interface PromptHistory {
  /** The prompts, oldest first. */
  readonly entries: readonly string[]
  add(text: string): Promise<void>
}
