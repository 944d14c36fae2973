import type { ModelChoice } from '@hermes/core'
import { withoutCredentials } from '@hermes/safety'
import type { ModelInUse } from './models.js'

/**
 * Returns a choice that resolves to the model and can be stored: credentials in its address stay in the settings. `undefined` for the
 * offline stand-in, a recording, and a configured transport.
 */
export function referenceOf({ model, config }: Pick<ModelInUse, 'model' | 'config'>): ModelChoice | undefined {
  if (model.isOffline || config.transport) return undefined
  const { base_url: baseUrl, api_mode: mode, context_length: contextWindow } = config.model
  return {
    model: model.id,
    provider: model.provider,
    ...(baseUrl !== undefined && { baseUrl: withoutCredentials(baseUrl) }),
    ...(mode !== undefined && { apiMode: mode }),
    ...(contextWindow !== undefined && { contextWindow }),
  }
}
