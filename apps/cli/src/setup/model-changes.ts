import type { ChoiceChanges } from '@hermes/conversations'
import type { OptionValues } from '../arguments/options/options.js'

/** Returns the changes that the model flags make to the choice of a conversation; `undefined` without any. */
export function modelChanges(values: OptionValues): ChoiceChanges | undefined {
  const { model, provider, 'base-url': baseUrl, 'api-mode': apiMode } = values
  if (model === undefined && provider === undefined && baseUrl === undefined) return undefined
  const namesServer = provider !== undefined || baseUrl !== undefined
  return {
    // A model of one server does not apply to another.
    ...(model !== undefined ? { model } : namesServer && { model: null }),
    // An address without a provider belongs to the user's own server.
    ...(namesServer && { provider: provider ?? 'custom', baseUrl: baseUrl ?? null, apiMode: apiMode ?? null }),
  }
}
