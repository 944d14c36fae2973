import type { RunTerminalOptions } from '../run-terminal-options.js'
import type { Screen } from '../screen.js'
import type { EarlyLines } from '../sessions/early-lines.js'
import type { OfferedCommands } from '../sessions/offered-commands.js'
import type { SessionClient } from '../sessions/session-client.js'

/** What a person's actions work on. */
export interface Stage {
  readonly options: RunTerminalOptions
  readonly session: SessionClient
  readonly screen: Screen
  readonly commands: OfferedCommands
  readonly early: EarlyLines
  leave(): void
}
