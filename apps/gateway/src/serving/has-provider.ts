import type { Runtime } from '@hermes/runtime'

/** Whether a model was chosen. API clients would mistake the stand-in for a model, unless the settings name it. */
export function hasProvider({ model, config }: Pick<Runtime, 'model' | 'config'>): boolean {
  return !model.isOffline || config.model.provider === 'offline'
}
