import type { AuxiliaryModel, Tool, Transport } from '@hermes/core'
import { type VisionToolsOptions, visionTools } from '@hermes/tools/vision'
import type { SideProviders } from '../../model/auxiliary/side-providers.js'
import type { KnownModels } from '../../model/known-models.js'
import type { RuntimeModel } from '../../runtime.js'

export interface VisionServices extends Pick<VisionToolsOptions, 'environment' | 'protect' | 'folderOf' | 'fetching'> {
  /** What answers in the conversation. */
  readonly main: { readonly transport: Transport; readonly model: RuntimeModel }
  readonly known: Pick<KnownModels, 'catalog'>
  readonly sideProviders: SideProviders
  readonly model: () => AuxiliaryModel | undefined
}

/** A model that is known to be blind gets no tool that would ask itself; one that nobody knows may see. */
export function wireVision({ main, known, sideProviders, model, ...files }: VisionServices): readonly Tool[] {
  const { provider, id, isOffline } = main.model
  const sees = known.catalog.find(provider, id)?.input.includes('image')
  const hasOwnEyes = sideProviders.vision.length > 0
  const takesPictures = main.transport.apiMode !== 'chat_completions'
  return visionTools({
    ...files,
    model: () => (isOffline || (sees === false && !hasOwnEyes) ? undefined : model()),
    showsPictures: () => sees === true && takesPictures,
  })
}
