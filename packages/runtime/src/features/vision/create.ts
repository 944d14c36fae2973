import type { Tool } from '@hermes/core'
import { visionTools } from '@hermes/tools/vision'
import type { WebPolicy } from '@hermes/tools/web'
import { tunnelsFromVariables } from '@hermes/transports'
import type { AgentSetup, CreateFeature } from '../../host.js'

export interface VisionSettings {
  readonly policy: WebPolicy
}

/**
 * Creates the tool for images. A model that is known to lack vision does not get a tool that would call itself. A model with
 * unknown abilities may have vision.
 */
export const createVision: CreateFeature<VisionSettings> = async ({
  settings,
  variables,
  environment,
  folders,
  folderOf,
  refuseFile,
  fileView,
  redact,
}) => ({
  name: 'vision',
  toolsFor({ main }: AgentSetup): readonly Tool[] {
    const { model, transport, seesPictures: sees } = main
    const takesPictures = transport.apiMode !== 'chat_completions'
    const isBlind = model.isOffline || (sees === false && !main.hasProviderFor('vision'))
    return visionTools({
      environment,
      protect: { agentHome: folders.home },
      ...(refuseFile && { refuse: refuseFile }),
      ...(fileView && { view: fileView }),
      folderOf,
      redact,
      fetching: { policy: settings.policy, tunnelTo: tunnelsFromVariables(variables) },
      model: () => (isBlind ? undefined : main.auxiliary('vision')),
      acceptsImages: () => sees === true && takesPictures,
    })
  },
})
