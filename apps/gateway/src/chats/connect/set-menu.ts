import type { CommandTable } from '@hermes/conversations/commands'
import { describeError, type Logger } from '@hermes/core'
import type { ChatNetwork } from '../network/chat-network.js'
import type { Permissions } from '../people/permissions.js'

export interface SetMenuOptions {
  readonly commands: Pick<CommandTable, 'list'>
  readonly permissions: Pick<Permissions, 'rightsOf'>
  readonly logger: Logger
}

const menuMs = 30_000

/** Shows the commands that users may run in the menu of a network, if it has one. */
export async function setMenu(
  { name, adapter }: ChatNetwork,
  { commands, permissions, logger }: SetMenuOptions,
): Promise<void> {
  if (!adapter.setCommands) return
  const everyone = { id: name, role: 'user' } as const
  const rights = permissions.rightsOf(everyone, { isGroup: false })
  const listed = commands.list({ kind: 'chat', name }, everyone).filter((command) => rights.mayRun(command.name))
  try {
    await adapter.setCommands(listed, { signal: AbortSignal.timeout(menuMs) })
  } catch (error) {
    logger.log('warn', `The menu of ${name} was not set.`, { error: describeError(error) })
  }
}
