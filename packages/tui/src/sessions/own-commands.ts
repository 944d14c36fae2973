import type { ResultOf } from '@hermes/rpc/schemas'

type OwnOutcome = Extract<ResultOf<'command.dispatch'>['outcome'], { readonly type: 'text' | 'error' | 'choice' }>

/** Commands of the terminal itself, whichever server it shows. */
export interface OwnCommands {
  /** The commands. They replace those of the server with the same names. */
  readonly list: ResultOf<'commands.catalog'>['commands']
  /** Completes the arguments of one of these commands. `undefined` if the line is not one. */
  complete?(line: string): Promise<ResultOf<'complete.slash'> | undefined>
  /** Runs one of these commands. `undefined` if the line is not one. */
  run(line: string): Promise<OwnOutcome | undefined>
}
