import type { MessageContent } from '@hermes/core'
import type { ResultOf } from '@hermes/rpc/schemas'

/** Images of this machine that prompts carry, whichever server they go to. */
export interface PromptImages {
  /** The commands that attach them. */
  readonly commands: ResultOf<'commands.catalog'>['commands']
  /** Runs one of these commands; `undefined` if the line is none. */
  run(line: string): Promise<{ readonly type: 'text' | 'error'; readonly text: string } | undefined>
  /** A prompt with the images that wait for it or that its text names, and why others are not attached, one sentence each. */
  join(
    content: MessageContent,
    typed: string,
  ): Promise<{ readonly content: MessageContent; readonly problems: readonly string[] }>
}
