import type { SideCallWatch } from '@hermes/core/hooks'
import type { AuxiliaryModel } from '@hermes/core/wiring'

/** Returns the model of a side task with its attempts reported to `watch`. */
export function watchedModel(
  model: AuxiliaryModel | undefined,
  watch: SideCallWatch | undefined,
): AuxiliaryModel | undefined {
  if (!model || !watch) return model
  const { transport } = model
  return {
    ...model,
    transport: {
      id: transport.id,
      apiMode: transport.apiMode,
      stream: (request, options) => transport.stream(request, { ...options, sideCalls: watch }),
    },
  }
}
