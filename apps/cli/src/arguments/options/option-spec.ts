import type { Completes } from '../completes.js'

/** One option of the command line. */
export interface OptionSpec {
  readonly short?: string
  /** Absent: a switch. `number`: a whole one. `amount`: also with decimals. `optional-text`: the value may be omitted and is then empty. */
  readonly value?: 'text' | 'number' | 'amount' | 'optional-text'
  /** The allowed values; absent: any. */
  readonly choices?: readonly string[]
  /** How a shell completes the value; absent: with `choices`. */
  readonly completes?: Completes
  /** The placeholder of the value in the help. */
  readonly hint?: string
  readonly description: string
}
