import type { Io } from '../io.js'
import type { OptionValues } from './options.js'

/** The input of a command. */
export interface CommandContext {
  /** `hermes` or `hermes-agent`. */
  readonly program: string
  readonly values: OptionValues
  /** The words after the command's path. */
  readonly parameters: readonly string[]
  readonly io: Io
}

/** Runs a command and resolves to the exit code of the process. Errors are reported on stderr. */
export type CommandHandler = (context: CommandContext) => Promise<number>
