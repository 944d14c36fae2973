import type { SideCallWatch } from '@hermes/core/hooks'
import type { AuxiliaryModel } from '@hermes/core/wiring'

/** The model of a side task, whose attempts are watched from here on. */
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
