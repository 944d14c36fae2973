import { fastOptions } from './fast-mode.js'
import type { ModelInUse } from './models.js'

/**
 * The model in the fast mode of its provider, at the price of that mode.
 * @throws {ConfigError} when the provider has no fast mode for it.
 */
export function inFastMode(model: ModelInUse): ModelInUse {
  const { price: _, fastPrice, ...facts } = model.model
  return {
    ...model,
    model: { ...facts, ...(fastPrice && { price: fastPrice, fastPrice }) },
    providerOptions: fastOptions(facts),
  }
}
