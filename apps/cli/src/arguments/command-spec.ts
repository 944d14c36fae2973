import type { Io } from '../io.js'
import type { Completes } from './completes.js'
import type { OptionName, OptionValues } from './options/options.js'

/** A program with its name and commands. The command with the empty path runs when no words are given. */
export interface ProgramSpec {
  readonly name: string
  readonly commands: readonly CommandSpec[]
  /** Sections of the help, which name every command that is not hidden. Default: one section. */
  readonly topics?: readonly CommandTopic[]
  /** What each group of commands with a common first word is for, keyed by that word. */
  readonly groupSummaries?: Readonly<Record<string, string>>
}

/** A section of a program's help. */
export interface CommandTopic {
  readonly title: string
  /** First words of the section's commands. Commands that share one appear as a single row. */
  readonly words: readonly string[]
}

/** Describes a command: the single source for parsing, help and completions, and the way to load its code. */
export interface CommandSpec {
  /** Words after the program's name; empty for the program itself. */
  readonly path: string
  readonly summary: string
  /** Positional parameters: `<x>` is required, `[x]` is optional, `...` takes the rest. */
  readonly parameters?: readonly string[]
  /** How a shell completes the parameters, by position. */
  readonly completes?: readonly (Completes | undefined)[]
  readonly options: readonly OptionName[]
  readonly examples: readonly string[]
  /** Imports the command, which `--help` and `--version` never do. */
  readonly load: () => Promise<CommandHandler>
  /** Whether another program parses everything after the words. */
  readonly passThrough?: boolean
  /** Options of that program for completion by a shell, such as `--port`. */
  readonly passedOptions?: readonly string[]
  /** Whether the help omits the command, because only programs call it. */
  readonly isHidden?: boolean
}

/** Input of a command. */
export interface CommandContext {
  /** Name of the program: `hermes` or `hermes-agent`. */
  readonly program: string
  /** Commands of that program. */
  readonly commands: readonly CommandSpec[]
  readonly values: OptionValues
  /** Words after the command's path. */
  readonly parameters: readonly string[]
  readonly io: Io
}

/** Runs a command and resolves to the exit code of the process. Errors are reported on stderr. */
export type CommandHandler = (context: CommandContext) => Promise<number>
