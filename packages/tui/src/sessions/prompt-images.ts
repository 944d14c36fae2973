import type { MessageContent } from '@hermes/core'

/** Images of this machine that prompts include, whichever server they go to. */
export interface PromptImages {
  /**
   * Returns a prompt with the images that wait for it or that its text names, and why others are not attached, one
   * sentence each.
   */
  join(
    content: MessageContent,
    typed: string,
  ): Promise<{ readonly content: MessageContent; readonly problems: readonly string[] }>
}
