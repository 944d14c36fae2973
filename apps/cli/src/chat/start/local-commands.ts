import {
  type BuiltInServices,
  builtInCommands,
  type Command,
  type CommandTable,
  createCommandTable,
  createConfirmations,
  missingCommands,
  quickCommandsOf,
  runCommandLine,
  type ShadowedCommand,
  skillCommands,
} from '@hermes/conversations/commands'
import { describeError } from '@hermes/core'
import type { Runtime } from '@hermes/runtime'
import { heartbeatCommand } from '../../heartbeats/heartbeat-command.js'
import { createHeartbeats } from '../../heartbeats/heartbeats.js'

export interface LocalCommandsOptions {
  readonly runtime: Runtime
  readonly services: BuiltInServices
  /** Commands that exist only in a terminal. */
  readonly terminal?: readonly Command[]
  /** Called for each command that another one of the same name hides. Default: they are not reported. */
  readonly onShadowed?: (shadowed: ShadowedCommand) => void
}

/** Creates the commands of conversations on this machine: built-in ones, and those of skills, plugins and the config. */
export function createLocalCommands({
  runtime,
  services,
  terminal = [],
  onShadowed,
}: LocalCommandsOptions): CommandTable {
  const { store, config, environment, logger } = runtime
  const heartbeats = createHeartbeats({
    onError: (error) => logger.log('warn', `A heartbeat did not come: ${describeError(error)}`),
  })
  const confirmations = store.values && createConfirmations(store.values)
  return createCommandTable({
    commands: [
      ...builtInCommands({ ...services, ...(confirmations && { confirmations }) }),
      heartbeatCommand(heartbeats),
      ...terminal,
    ],
    ...(services.skills && { dynamic: skillCommands(services.skills) }),
    missing: missingCommands,
    plugins: () => runtime.commands(),
    judge: async (call) => runtime.hooks.judgeCommand?.(call),
    quick: quickCommandsOf(config),
    runCommandLine: (command, limits) => runCommandLine(environment, command, limits),
    ...(onShadowed && { onShadowed }),
    ...(confirmations && { confirmations }),
  })
}
