import type { MessageContent } from '@hermes/core'

/** The files that prompts name as `@path`. Absent where the server reads other files than this program. */
export interface PromptFiles {
  /** Returns paths of a session's folder that match a part of a name. */
  suggest(workingDirectory: string, query: string): Promise<readonly string[]>
  /** Returns a prompt with the files that it names, and why others are not attached, one sentence each. */
  attach(
    workingDirectory: string,
    text: string,
  ): Promise<{ readonly content: MessageContent; readonly problems: readonly string[] }>
}
