import type { SessionStore, Usage } from '@hermes/core'
import type { CommandOutcome } from '../contracts/command-outcome.js'
import type { Conversation, Conversations } from '../contracts/conversation.js'
import type { Person, Role } from '../contracts/person.js'
import type { Rights } from '../contracts/rights.js'
import type { Surface, SurfaceKind } from '../contracts/surface.js'

/**
 * A slash command, `/name arguments`, identical on every surface. It gets its services when it is created
 * (`rollbackCommand({ checkpoints })`), and the data of each call from the {@link CommandContext}.
 */
export interface Command {
  /** The name without the slash: lower-case letters, digits, `-`. */
  readonly name: string
  readonly aliases?: readonly string[]
  /** The arguments as shown in help: `[title]`. */
  readonly usage?: string
  /** A description in one line, in the imperative, without a full stop: `start a new session`. */
  readonly description: string
  readonly category: CommandCategory
  /** The surfaces that offer the command. Default: all. */
  readonly surfaces?: readonly SurfaceKind[]
  /** The minimum role that may run the command. Default `user`. */
  readonly who?: Role
  /**
   * What happens while a turn runs: `at-once` runs alongside it, `after` waits for its end, `refused` returns an error.
   * Default `at-once`.
   */
  readonly whileRunning?: 'at-once' | 'after' | 'refused'
  /**
   * Whether the command cannot be undone: the table then asks for confirmation, once or permanently. A function decides per call.
   * Arguments that end in `now` or `-y` skip the question. Default false.
   */
  readonly isDestructive?: boolean | ((args: string, context: CommandContext) => boolean | Promise<boolean>)
  /**
   * Describes what else a call that needs confirmation would end and drop, in sentences that follow the question. Returns
   * `undefined` if there is nothing.
   */
  readonly lossOf?: (context: CommandContext) => string | undefined
  /** Whether the command becomes a message to the agent, and is accepted when that message is stored. Default false. */
  readonly becomesMessage?: boolean
  /** Whether the command calls a model for the person, which counts against their budget. Default: {@link Command.becomesMessage}. */
  readonly usesModel?: boolean
  /**
   * Whether the command changes how turns are answered. Turns and other such commands that are submitted after it start when it has
   * finished. It must not wait for a turn itself. Default false.
   */
  readonly changesChoice?: boolean
  /**
   * Whether the command starts background work, which `/stop` ends: a `/stop` that is sent after it waits until it has
   * finished. Default false.
   */
  readonly beginsWork?: boolean
  /**
   * Whether the command may switch to another conversation: later input of its sender then belongs there. Default
   * false.
   */
  readonly opensConversation?: boolean
  /** Returns completions for the arguments. Must be quick and free of side effects. */
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
  /** The person's rights on this surface. Absent on surfaces without their own rules. */
  readonly rights?: Rights
  /** The commands that this person may run on this surface. */
  readonly commands: readonly Command[]
  readonly signal: AbortSignal
  /** Shows progress while the command runs. */
  report(progress: string): void
  /** Called when the person leaves the conversation: their waiting commands do not run. Absent where no command waits. */
  leave?(): void
  /** Accounts a model call of the command to the person. Absent where usage is not counted. Never throws. */
  account?(usage: Usage): Promise<void>
}

export interface Completion {
  /** The text that replaces the prefix. */
  readonly text: string
  readonly detail?: string
}

/** All commands: built-in ones, those of plugins, and the quick commands of the config. */
export interface CommandTable {
  /** Lists the commands in the order of help, filtered by surface and person. */
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
