import type { SessionStore, Usage } from '@hermes/core'
import type { CommandOutcome } from '../contracts/command-outcome.js'
import type { Conversation, Conversations } from '../contracts/conversation.js'
import type { Person, Role } from '../contracts/person.js'
import type { Rights } from '../contracts/rights.js'
import type { Surface, SurfaceKind } from '../contracts/surface.js'

/**
 * A slash command, `/name arguments`, the same on every surface. It gets its services when it is created
 * (`rollbackCommand({ checkpoints })`), and the data of each call from the {@link CommandContext}.
 */
export interface Command {
  /** Without the slash: lower-case letters, digits, `-`. */
  readonly name: string
  readonly aliases?: readonly string[]
  /** The arguments, as help shows them: `[title]`. */
  readonly usage?: string
  /** One line, imperative, no full stop: `start a new session`. */
  readonly description: string
  readonly category: CommandCategory
  /** Default: all. */
  readonly surfaces?: readonly SurfaceKind[]
  /** The least role that may run it. Default `user`. */
  readonly who?: Role
  /** While a turn runs: `at-once` runs beside it, `after` waits for its end, `refused` returns an error. Default `at-once`. */
  readonly whileRunning?: 'at-once' | 'after' | 'refused'
  /**
   * Cannot be undone: the table asks for confirmation, once or permanently. A function decides per call. Arguments that end in `now` or
   * `-y` skip the question. Default false.
   */
  readonly isDestructive?: boolean | ((args: string, context: CommandContext) => boolean | Promise<boolean>)
  /** What a call that asks for confirmation would end and drop besides: sentences behind the question. `undefined` for nothing. */
  readonly lossOf?: (context: CommandContext) => string | undefined
  /** It becomes a message to the agent, and is accepted when the message is stored. Default false. */
  readonly becomesMessage?: boolean
  /** It makes a model work for the person, who needs a budget for that where there are budgets. Default: {@link Command.becomesMessage}. */
  readonly usesModel?: boolean
  /**
   * It changes how turns are answered: a turn that is asked for behind it begins when it has run, and so does another such command. It must not
   * wait for a turn itself. Default false.
   */
  readonly changesChoice?: boolean
  /** It begins work in the background, which `/stop` ends: one that is sent behind it waits until it has run. Default false. */
  readonly beginsWork?: boolean
  /** It may go on in another conversation: what its sender says behind it belongs there. Default false. */
  readonly opensConversation?: boolean
  /** Completions for the arguments. Must be quick and free of side effects. */
  complete?(prefix: string, context: CommandContext): Promise<readonly Completion[]>
  /** Runs the command. A thrown error becomes an `error` outcome. */
  run(args: string, context: CommandContext): Promise<CommandOutcome>
}

export type CommandCategory = 'session' | 'model' | 'tools' | 'info' | 'control' | 'settings' | 'extension'

export interface CommandContext {
  readonly conversation: Conversation
  readonly conversations: Conversations
  readonly store: SessionStore
  readonly surface: Surface
  readonly person: Person
  /** Absent on surfaces without rules of their own. */
  readonly rights?: Rights
  /** The commands that this person may run on this surface. */
  readonly commands: readonly Command[]
  readonly signal: AbortSignal
  /** Shows progress while the command runs. */
  report(progress: string): void
  /** Tells that the person leaves the conversation here: their commands that still wait are not run. Absent where no command waits. */
  leave?(): void
  /** Counts a model call of the command, to the person. Absent where nobody counts. Never throws. */
  account?(usage: Usage): Promise<void>
}

export interface Completion {
  /** Replaces the prefix. */
  readonly text: string
  readonly detail?: string
}

/** All commands: built-in ones, those of plugins, and the quick commands of the config. */
export interface CommandTable {
  /** In the order of help, filtered by surface and person. */
  list(surface: Surface, person: Person): readonly Command[]
  /**
   * Parses a line that starts with `/`. Running the result never throws: it asks for confirmation of destructive commands, limits arguments
   * to 1 MB, and turns an error or abort into an `error` outcome.
   */
  find(line: string, surface: Surface, person: Person): FoundCommand
}

export type FoundCommand =
  | { readonly type: 'command'; readonly command: Command; readonly args: string }
  /** An unknown or ambiguous name: `text` suggests similar ones. */
  | { readonly type: 'unknown'; readonly text: string; readonly suggestions: readonly string[] }
  /** The command exists, but this person may not run it here. */
  | { readonly type: 'refused'; readonly text: string }
  /** A path such as `/etc/hosts is empty`: the line is a message. */
  | { readonly type: 'message' }
