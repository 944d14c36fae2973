import type { MessageContent } from '@hermes/core'

/** Commands that a person runs from the prompt, such as `!ls`. */
export interface PersonCommands {
  /** Returns whether a prompt is such a command. */
  isOwn(line: string): boolean
  /** Runs a command where the agent's commands run, and prints its output in whole lines. */
  run(line: string, options: { readonly workingDirectory: string; print(text: string): void }): Promise<void>
  /** Ends the running command. @returns whether one was running. */
  interrupt(): boolean
  /** Returns a prompt with the output that was kept for it. */
  join(workingDirectory: string, content: MessageContent): MessageContent
}
