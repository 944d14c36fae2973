import type { AvailableCommand } from '@agentclientprotocol/sdk/unstable'
import type { Command } from '@hermes/conversations/commands'

/** Returns the commands as editors complete them. */
export function commandList(commands: readonly Command[]): AvailableCommand[] {
  return commands.map(({ name, description, usage }) => ({
    name,
    description,
    ...(usage !== undefined && { input: { hint: usage } }),
  }))
}
