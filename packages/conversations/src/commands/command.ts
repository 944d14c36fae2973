import type { SessionStore } from '@hermes/core'
import type { CommandOutcome } from '../contracts/command-outcome.js'
import type { Conversation, Conversations } from '../contracts/conversation.js'
import type { Person, Role } from '../contracts/person.js'
import type { Surface, SurfaceKind } from '../contracts/surface.js'

/**
 * `/name arguments`: the same on every surface. A command gets its services when it is made (`rollbackCommand({ checkpoints })`);
 * what differs from call to call comes in the {@link CommandContext}.
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
  /** While a turn runs: `at-once` runs beside it, `after` waits for its end, `refused` says so. Default `at-once`. */
  readonly whileRunning?: 'at-once' | 'after' | 'refused'
  /**
   * It cannot be undone: the table asks the person to confirm it, once or for good. A function says whether this call of it is.
   * A person who wants no question ends the arguments with `now` or `-y`. Default false.
   */
  readonly isDestructive?: boolean | ((args: string, context: CommandContext) => boolean | Promise<boolean>)
  /** It comes to a message to the agent, and is accepted as that is: when the message is stored. Default false. */
  readonly becomesMessage?: boolean
  /** What the arguments could go on with. Quick and without side effects. */
  complete?(prefix: string, context: CommandContext): Promise<readonly Completion[]>
  /** Runs the command. What it throws becomes an `error` outcome. */
  run(args: string, context: CommandContext): Promise<CommandOutcome>
}

export type CommandCategory = 'session' | 'model' | 'tools' | 'info' | 'control' | 'settings' | 'extension'

export interface CommandContext {
  readonly conversation: Conversation
  readonly conversations: Conversations
  readonly store: SessionStore
  readonly surface: Surface
  readonly person: Person
  /** The commands that this person may run on this surface. */
  readonly commands: readonly Command[]
  readonly signal: AbortSignal
  /** Shows what is going on while it takes a while. */
  report(progress: string): void
}

export interface Completion {
  /** Takes the place of the prefix. */
  readonly text: string
  readonly detail?: string
}

/** All commands of an installation: built-in ones, those of plugins, and the quick commands of the config. */
export interface CommandTable {
  /** In the order of help, as far as the surface and the person may use them. */
  list(surface: Surface, person: Person): readonly Command[]
  /**
   * Reads a line that begins with `/`. Running what it finds never throws: it asks for the confirmation of what is
   * destructive, takes no more than 1 MB of arguments, and turns an error or an abort into an `error` outcome.
   */
  find(line: string, surface: Surface, person: Person): FoundCommand
}

export type FoundCommand =
  | { readonly type: 'command'; readonly command: Command; readonly args: string }
  /** No command of that name, or more than one that begins with it: `text` says so and names the nearest. */
  | { readonly type: 'unknown'; readonly text: string; readonly suggestions: readonly string[] }
  /** There is one, and this person may not run it here. */
  | { readonly type: 'refused'; readonly text: string }
  /** A path such as `/etc/hosts is empty`: a message after all. */
  | { readonly type: 'message' }
