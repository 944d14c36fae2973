import type { EditorHost, SignIn } from '@hermes/acp'
import type { RuntimeHost } from '@hermes/runtime'
import type { CommandContext } from '../../arguments/command-spec.js'
import { openWorkspace } from '../../chat/start/open-workspace.js'
import { readVersion } from '../../version.js'
import { toServerSettings } from './to-server-settings.js'

/** Surface as stored with sessions that start in an editor. */
const source = 'acp'

/** Returns what an editor gets from an open home: a surface for each session, in the folder of the session. */
export function editorHost(host: RuntimeHost, context: CommandContext): EditorHost {
  return {
    version: readVersion(),
    store: host.store,
    logger: host.logger,
    signIns: () => signIns(host),
    async open({ mcpServers, ...request }) {
      const servers = mcpServers.length > 0 && { mcpServers: toServerSettings(mcpServers) }
      const workspace = await openWorkspace(host, { ...request, ...servers, source, hasAnswers: true }, context)
      return { ...workspace, usualMode: () => workspace.approvals.mode() }
    },
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
