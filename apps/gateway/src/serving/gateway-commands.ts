import {
  builtInCommands,
  type CommandTable,
  createCommandTable,
  hostServices,
  missingCommands,
  quickCommandsOf,
  runCommandLine,
  skillCommands,
} from '@hermes/conversations/commands'
import { listPersonalities, profileOf, type Runtime } from '@hermes/runtime'
import type { Asides } from '../asides/asides.js'
import { platformCommand } from '../chats/connect/answer-platform.js'
import { homeCommand } from '../chats/people/home-chat.js'
import { linkCommands } from '../chats/people/link-commands.js'
import type { Links } from '../chats/people/links.js'
import { startCommand } from '../chats/people/start-command.js'
import { verboseCommand } from '../chats/replies/tools/answer-verbose.js'
import { voiceCommand } from '../chats/voice/voice-command.js'
import { readVersion } from '../version.js'

export interface GatewayCommandsOptions {
  readonly runtime: Runtime
  readonly source: string
  readonly workingDirectory: string
  /** Adds the commands of chats. */
  readonly links?: Links
  readonly asides?: Pick<Asides, 'follow' | 'stop'>
}

/** Returns the commands for callers that enable them, without those that need a terminal or local files. */
export function gatewayCommands({
  runtime,
  source,
  workingDirectory,
  links,
  asides,
}: GatewayCommandsOptions): CommandTable {
  const services = hostServices(runtime, { source, workingDirectory, version: readVersion() })
  const commands = builtInCommands({
    ...services,
    questions: runtime.questions,
    personalities: () => listPersonalities(runtime.config),
    profile: { name: profileOf(runtime.paths), home: runtime.paths.home },
    ...(asides && { followAside: asides.follow, stopAsides: asides.stop }),
  })
  return createCommandTable({
    commands: links
      ? [
          ...commands,
          ...linkCommands(links),
          ...[homeCommand, voiceCommand, platformCommand, startCommand],
          ...(runtime.config.display.tool_progress_command ? [verboseCommand] : []),
        ]
      : commands,
    missing: missingCommands,
    plugins: () => runtime.commands(),
    judge: async (call) => runtime.hooks.judgeCommand?.(call),
    quick: () => quickCommandsOf(runtime.config),
    runCommandLine: (command, limits) => runCommandLine(runtime.environment, command, limits),
    ...(services.skills && { dynamic: skillCommands(services.skills) }),
  })
}
