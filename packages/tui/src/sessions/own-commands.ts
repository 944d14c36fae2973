import type { ResultOf } from '@hermes/rpc/schemas'

/** Commands of the terminal itself, whichever server it shows. */
export interface OwnCommands {
  readonly list: ResultOf<'commands.catalog'>['commands']
  /** Runs one of these commands; `undefined` if the line is none. */
  run(line: string): Promise<{ readonly type: 'text' | 'error'; readonly text: string } | undefined>
}
