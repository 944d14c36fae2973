import type { MessageContent } from '@hermes/core'

/** Images of this machine that prompts carry, whichever server they go to. */
export interface PromptImages {
  /** A prompt with the images that wait for it or that its text names, and why others are not attached, one sentence each. */
  join(
    content: MessageContent,
    typed: string,
  ): Promise<{ readonly content: MessageContent; readonly problems: readonly string[] }>
}
