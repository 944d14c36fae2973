import {
  type BuiltInServices,
  builtInCommands,
  type Command,
  type CommandOrigin,
  type CommandTable,
  createCommandTable,
  createConfirmations,
  quickCommandsOf,
  runCommandLine,
  type ShadowedCommand,
  skillCommands,
} from '@hermes/conversations/commands'
import type { Runtime } from '@hermes/runtime'
import { english } from '@hermes/safety/language'
import type { FrontEnd } from './front-end.js'

export interface LocalCommandsOptions {
  readonly runtime: Runtime
  readonly services: BuiltInServices
  /** Commands that only a terminal has. */
  readonly terminal?: readonly Command[]
  /** Where a command is reported that another one of the same name hides. Default: nowhere. */
  readonly frontEnd?: Pick<FrontEnd, 'dock' | 'style'>
}

const origins: Readonly<Record<CommandOrigin, string>> = {
  'built-in': english`built-in`,
  plugin: english`plugin`,
  'quick command': english`quick command`,
  bundle: english`bundle`,
  skill: english`skill`,
}

/** The commands of conversations on this machine: built in, and those of skills, plugins and the config. */
export function createLocalCommands({
  runtime,
  services,
  terminal = [],
  frontEnd,
}: LocalCommandsOptions): CommandTable {
  const { store, config, environment } = runtime
  return createCommandTable({
    commands: [...builtInCommands(services), ...terminal],
    ...(services.skills && { dynamic: skillCommands(services.skills) }),
    plugins: () => runtime.commands(),
    quick: quickCommandsOf(config),
    runCommandLine: (command, limits) => runCommandLine(environment, command, limits),
    ...(frontEnd && { onShadowed: (shadowed) => showShadowed(shadowed, frontEnd) }),
    ...(store.values && { confirmations: createConfirmations(store.values) }),
  })
}

function showShadowed({ name, hidden, by }: ShadowedCommand, { dock, style }: Pick<FrontEnd, 'dock' | 'style'>): void {
  const { t } = style
  const line = t`/${name} is the ${t.of(origins[by])} of that name: the ${t.of(origins[hidden])} is hidden.`
  dock.write(`${style.warning(`! ${line}`)}\n`)
}
