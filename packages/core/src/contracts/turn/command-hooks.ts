import type { SessionOrigin } from '../sessions/session-event.js'
import type { SessionId } from '../values/session-id.js'

/** The hook before slash commands. */
export interface CommandHooks {
  /**
   * Called on every surface before a slash command runs, and after the person has confirmed a command that needs confirmation. May block the
   * command, with a reason for the person. The first block wins. A hook that throws, times out or returns anything but a verdict blocks the command.
   * A hook neither delays nor blocks `/stop`, `/deny` and `/quit`: a person can always stop.
   */
  readonly pre_command?: (event: CommandEvent) => Promise<CommandVerdict | undefined> | CommandVerdict | undefined
}

/** `source` is the name of the surface, and `userId` is the person who typed the command. */
export interface CommandEvent extends SessionOrigin {
  /** The root id of the conversation. Absent for chat commands that reach no conversation, for example `/voice`. */
  readonly sessionId?: SessionId
  /** The full name without the slash, even if the person typed an alias. */
  readonly name: string
  /** As typed. Empty if there are none. */
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
