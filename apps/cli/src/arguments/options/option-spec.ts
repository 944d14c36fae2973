import type { Completes } from '../completes.js'

/** Describes an option of the command line. */
export interface OptionSpec {
  readonly short?: string
  /** Type of the value. Absent: a switch. `number`: an integer. `amount`: decimals are allowed. `optional-text`: may be omitted, and is then empty. */
  readonly value?: 'text' | 'number' | 'amount' | 'optional-text'
  /** Allowed values. Absent: any. */
  readonly choices?: readonly string[]
  /** How a shell completes the value. Absent: from `choices`. */
  readonly completes?: Completes
  /** Placeholder of the value in the help. */
  readonly hint?: string
  readonly description: string
}
