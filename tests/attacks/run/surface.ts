/** How the owner talks to the agent. */
export interface Surface extends AsyncDisposable {
  /** The process of the agent. */
  readonly pid: number
  /** Sends a prompt in a new conversation and waits for the answer. Questions are denied. Resolves with `false` if none comes. */
  say(prompt: string, lastWords: string): Promise<boolean>
  /** How many questions were asked so far. */
  questions(): number
}

/** Longer than any turn. */
export const turnLimitMs = 60_000
