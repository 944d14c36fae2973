import type { Io } from '../io.js'
import type { Completes } from './completes.js'
import type { OptionName, OptionValues } from './options/options.js'

/** A program with its name and commands. The command with the empty path runs when no words are given. */
export interface ProgramSpec {
  readonly name: string
  readonly commands: readonly CommandSpec[]
  /** The sections of its help, which name every command that is not hidden. Default: one section. */
  readonly topics?: readonly CommandTopic[]
  /** What the commands that share a first word are for, by this word. */
  readonly groupSummaries?: Readonly<Record<string, string>>
}

/** A section of the help of a program. */
export interface CommandTopic {
  readonly title: string
  /** The first words of its commands. Commands that share one appear as a single row. */
  readonly words: readonly string[]
}

/** One command: the single source of parsing, help and completions, and where its code is. */
export interface CommandSpec {
  /** The words after the program's name; empty for the program itself. */
  readonly path: string
  readonly summary: string
  /** The positional parameters: `<x>` is required, `[x]` is optional, `...` takes the rest. */
  readonly parameters?: readonly string[]
  /** How a shell completes the parameters, by position. */
  readonly completes?: readonly (Completes | undefined)[]
  readonly options: readonly OptionName[]
  readonly examples: readonly string[]
  /** Imports the command, which `--help` and `--version` never do. */
  readonly load: () => Promise<CommandHandler>
  /** Everything after the words is parsed by another program. */
  readonly passThrough?: boolean
  /** The options of that program, which a shell completes: `--port`. */
  readonly passedOptions?: readonly string[]
  /** For programs: not in the help. */
  readonly isHidden?: boolean
}

/** The input of a command. */
export interface CommandContext {
  /** `hermes` or `hermes-agent`. */
  readonly program: string
  /** The commands of that program. */
  readonly commands: readonly CommandSpec[]
  readonly values: OptionValues
  /** The words after the command's path. */
  readonly parameters: readonly string[]
  readonly io: Io
}

/** Runs a command and resolves to the exit code of the process. Errors are reported on stderr. */
export type CommandHandler = (context: CommandContext) => Promise<number>
