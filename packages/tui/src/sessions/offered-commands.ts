import type { ResultOf } from '@hermes/rpc/schemas'
import { findCommand } from '../search/find-command.js'
import type { Look } from '../view/look/look.js'
import { isLeaveLine, leaveCommand } from './leave-command.js'
import type { OwnCommands } from './own-commands.js'
import type { SessionClient } from './session-client.js'

type Commands = ResultOf<'commands.catalog'>['commands']

export interface OfferedCommandsOptions {
  readonly session: SessionClient
  readonly look: Look
  readonly own?: OwnCommands
}

/** The commands of the current session and of the terminal itself. They may differ between folders. */
export class OfferedCommands {
  readonly #options: OfferedCommandsOptions
  #list: Commands = []
  /** Whether the server has a command to leave, which may do more. */
  #isLeftByServer = false

  constructor(options: OfferedCommandsOptions) {
    this.#options = options
  }

  /** The commands of the latest {@link load}. */
  get list(): Commands {
    return this.#list
  }

  /** Returns whether a line leaves the terminal without the server. */
  leaves(line: string): boolean {
    return !this.#isLeftByServer && isLeaveLine(line)
  }

  async load(): Promise<void> {
    const { session, look, own } = this.#options
    const { commands: offered } = await session.call('commands.catalog', { sessionId: session.id })
    this.#isLeftByServer = offered.some(({ name }) => name === leaveCommand.name)
    const mine = [...(own?.list ?? []), findCommand, ...(this.#isLeftByServer ? [] : [leaveCommand])]
    const isMine = new Set(mine.map(({ name }) => name))
    this.#list = [...offered.filter(({ name }) => !isMine.has(name)), ...mine].map((command) => ({
      ...command,
      description: look.t.of(command.description),
    }))
  }
}
