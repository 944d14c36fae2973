import type { SessionOrigin } from '../sessions/session-event.js'
import type { SessionId } from '../values/session-id.js'

/** The hook before slash commands. */
export interface CommandHooks {
  /**
   * Called before a slash command runs, on every surface, after the confirmation of one that asks for it. May block it, with a reason for the
   * person. The first block wins. A hook that throws, times out or returns anything but a verdict blocks the command. `/stop`, `/deny` and `/quit` are
   * neither held up nor blocked: a person can always stop.
   */
  readonly pre_command?: (event: CommandEvent) => Promise<CommandVerdict | undefined> | CommandVerdict | undefined
}

/** `source` is the name of the surface, and `userId` who has typed the command. */
export interface CommandEvent extends SessionOrigin {
  /** The root id of the conversation. Absent for commands of a chat that reach no conversation, such as `/voice`. */
  readonly sessionId?: SessionId
  /** Without the slash: its full name, also where an alias was typed. */
  readonly name: string
  /** As typed. Empty without any. */
  readonly args: string
  /** `terminal`, `api`, `rpc`, `editor`, `chat`, `schedule` or `dashboard`. */
  readonly surface: string
  readonly role: 'anyone' | 'user' | 'admin'
}

/** The person reads the reason. */
export interface CommandVerdict {
  readonly action: 'block'
  readonly reason: string
}
