import type { CommandTable } from '@hermes/conversations/commands'
import { describeError, type Logger } from '@hermes/core'
import type { ChatNetwork } from '../network/chat-network.js'

export interface SetMenuOptions {
  readonly commands: Pick<CommandTable, 'list'>
  readonly logger: Logger
}

const menuMs = 30_000

/** Shows the commands that everyone may use in the menu of a network that has one. */
export async function setMenu({ name, adapter }: ChatNetwork, { commands, logger }: SetMenuOptions): Promise<void> {
  if (!adapter.setCommands) return
  const everyone = { id: name, role: 'user' } as const
  const listed = commands.list({ kind: 'chat', name }, everyone)
  try {
    await adapter.setCommands(listed, { signal: AbortSignal.timeout(menuMs) })
  } catch (error) {
    logger.log('warn', `The menu of ${name} was not set.`, { error: describeError(error) })
  }
}
