import type { Io } from '../io.js'
import type { OptionValues } from './options.js'

/** What a command is run with. */
export interface CommandContext {
  /** `hermes` or `hermes-agent`. */
  readonly program: string
  readonly values: OptionValues
  /** What followed the command's words. */
  readonly parameters: readonly string[]
  readonly io: Io
}

/** Runs a command and resolves to the process's exit code. What it throws is reported on stderr. */
export type CommandHandler = (context: CommandContext) => Promise<number>
