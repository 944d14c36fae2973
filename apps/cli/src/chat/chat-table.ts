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
  skillCommands,
} from '@hermes/conversations/commands'
import type { Runtime } from '@hermes/runtime'
import { english } from '@hermes/safety/language'
import type { FrontEnd } from './front-end.js'

export interface ChatTableOptions {
  readonly runtime: Runtime
  readonly services: BuiltInServices
  /** The commands that only a terminal has. */
  readonly terminal: readonly Command[]
  readonly frontEnd: Pick<FrontEnd, 'dock' | 'style'>
}

const origins: Readonly<Record<CommandOrigin, string>> = {
  'built-in': english`built-in`,
  plugin: english`plugin`,
  'quick command': english`quick command`,
  bundle: english`bundle`,
  skill: english`skill`,
}

/** The commands of a chat: built in, of the terminal, and those of skills, plugins and the config. A hidden one is reported in the chat. */
export function createChatTable({
  runtime,
  services,
  terminal,
  frontEnd: { dock, style },
}: ChatTableOptions): CommandTable {
  const { store, config, environment } = runtime
  const { t, warning } = style
  return createCommandTable({
    commands: [...builtInCommands(services), ...terminal],
    ...(services.skills && { dynamic: skillCommands(services.skills) }),
    plugins: () => runtime.commands(),
    quick: quickCommandsOf(config),
    runCommandLine: (command, limits) => runCommandLine(environment, command, limits),
    onShadowed: ({ name, hidden, by }) =>
      dock.write(
        `${warning(`! ${t`/${name} is the ${t.of(origins[by])} of that name: the ${t.of(origins[hidden])} is hidden.`}`)}\n`,
      ),
    ...(store.values && { confirmations: createConfirmations(store.values) }),
  })
}
