import type { MessageContent } from '@hermes/core'

/** Commands that a person runs from the prompt, such as `!ls`. */
export interface PersonCommands {
  /** Whether a prompt is one. */
  isOwn(line: string): boolean
  /** Runs it where the commands of the agent run, and prints what it says in whole lines. */
  run(line: string, options: { readonly workingDirectory: string; print(text: string): void }): Promise<void>
  /** Ends the one that runs. @returns whether one ran. */
  interrupt(): boolean
  /** A prompt with the output that was kept for it. */
  join(workingDirectory: string, content: MessageContent): MessageContent
}
