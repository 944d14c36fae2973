/** How the owner talks to the agent. */
export interface Surface extends AsyncDisposable {
  /** The id of the agent's process. */
  readonly pid: number
  /**
   * Sends a prompt in a new conversation and waits for the answer. Questions are denied. Resolves to `false` if no answer comes.
   */
  say(prompt: string, lastWords: string): Promise<boolean>
  /** Returns how many questions have been asked so far. */
  questions(): number
}

/** The time limit of a turn, in milliseconds. Longer than any turn. */
export const turnLimitMs = 60_000
