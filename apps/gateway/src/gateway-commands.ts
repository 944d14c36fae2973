import { builtInCommands, type CommandTable, createCommandTable } from '@hermes/conversations/commands'
import { generateSessionId } from '@hermes/core/sessions'
import { withDefaultServices } from '@hermes/core/wiring'
import type { Runtime } from '@hermes/runtime'
import { readVersion } from './version.js'

export interface GatewayCommandsOptions {
  readonly runtime: Runtime
  readonly source: string
  readonly workingDirectory: string
}

/** The commands of callers who ask for them. What needs a terminal or the files of this machine is left out. */
export function gatewayCommands({ runtime, source, workingDirectory }: GatewayCommandsOptions): CommandTable {
  const { agentFor, questions } = runtime
  const services = withDefaultServices()
  const commands = builtInCommands({
    newTarget: (_, { title, choice }) => ({
      seed: { source, workingDirectory, ...(title !== undefined && { title }) },
      ...(choice && { choice }),
    }),
    generateId: () => generateSessionId(services),
    async endSession(id, reason, { conversation }) {
      const { agent } = await agentFor(conversation.choice)
      await agent.session(id).end(reason)
    },
    agentFor,
    usualMode: () => runtime.approvals.mode(),
    version: readVersion(),
    questions,
  })
  return createCommandTable({ commands, plugins: () => runtime.commands() })
}
