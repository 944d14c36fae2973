import type { EditorHost, EditorWorkspace, OpenWorkspace, SignIn } from '@hermes/acp'
import { createConversations } from '@hermes/conversations'
import { builtInCommands, createCommandTable, createConfirmations, skillCommands } from '@hermes/conversations/commands'
import { describeError } from '@hermes/core'
import { canAllowForGood, type Runtime, type RuntimeHost } from '@hermes/runtime'
import type { CommandContext } from '../../arguments/command-spec.js'
import { localServices, offeredModels } from '../../chat/chat-services.js'
import { quickCommandsOf } from '../../chat/quick-commands.js'
import { runCommandLine } from '../../chat/run-command-line.js'
import { readVersion } from '../../version.js'

import { toServerSettings } from './to-server-settings.js'

/** As stored with sessions that begin in an editor. */
const source = 'acp'

/** What an editor gets from an open home: a surface for each session, in the folder of the session. */
export function editorHost(host: RuntimeHost, context: CommandContext): EditorHost {
  return {
    version: readVersion(),
    store: host.store,
    logger: host.logger,
    workingDirectory: context.io.workingDirectory,
    signIns: () => signIns(host),
    open: (request) => openWorkspace(host, request, context),
  }
}

function signIns({ config: { model } }: RuntimeHost): readonly SignIn[] {
  const configured: SignIn[] =
    model.provider === 'auto' || model.provider === 'offline'
      ? []
      : [{ id: model.provider, name: model.provider, description: `Uses ${model.provider} as configured in Hermes.` }]
  return [
    ...configured,
    {
      id: 'hermes-setup',
      name: 'Set up Hermes',
      description: 'Chooses a provider and a model on a terminal.',
      terminalArguments: ['--setup'],
    },
  ]
}

async function openWorkspace(
  host: RuntimeHost,
  { workingDirectory, model, mcpServers, filesOf }: OpenWorkspace,
  context: CommandContext,
): Promise<EditorWorkspace> {
  const runtime = await host.open({
    surface: {
      source,
      isAttended: true,
      canRestart: true,
      namesSessions: true,
      keepsRunning: true,
      ...(filesOf && { filesOf }),
    },
    workingDirectory,
    ...(model && { model }),
    ...(mcpServers.length > 0 && { mcpServers: toServerSettings(mcpServers) }),
  })
  const { store, agentFor, questions, logger, config, approvals } = runtime
  for (const warning of runtime.warnings) logger.log('warn', warning)
  const services = localServices({ context, runtime, workingDirectory, source })
  await services.skills?.refresh().catch((error: unknown) => logger.log('warn', describeError(error)))
  const commands = createCommandTable({
    commands: builtInCommands(services),
    ...(services.skills && { dynamic: skillCommands(services.skills) }),
    plugins: () => runtime.commands(),
    quick: quickCommandsOf(config),
    runCommandLine: (command, limits) => runCommandLine(runtime.environment, command, limits),
    ...(store.values && { confirmations: createConfirmations(store.values) }),
  })
  return {
    conversations: createConversations({ store, agentFor, questions, commands, services: { logger } }),
    commands,
    questions,
    agentFor,
    describeCall: runtime.describeCall,
    usualMode: () => approvals.mode(),
    canAllowForGood,
    allowForGood: (question) => approvals.allowForGood(question),
    models: () => modelsOnOffer(runtime, context),
    [Symbol.asyncDispose]: () => runtime[Symbol.asyncDispose](),
  }
}

async function modelsOnOffer({ model: current }: Runtime, context: CommandContext) {
  const offers = await offeredModels(context)
  return offers.map(({ model, provider = current.provider, detail }) => ({
    model,
    provider,
    ...(detail !== undefined && { detail }),
  }))
}
