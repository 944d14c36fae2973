import type { ResultOf } from '@hermes/rpc/schemas'

type OwnOutcome = Extract<ResultOf<'command.dispatch'>['outcome'], { readonly type: 'text' | 'error' | 'choice' }>

/** Commands of the terminal itself, whichever server it shows. */
export interface OwnCommands {
  readonly list: ResultOf<'commands.catalog'>['commands']
  /** Runs one of these commands; `undefined` if the line is none. */
  run(line: string): Promise<OwnOutcome | undefined>
}
