import type { Choice, ProviderData } from '@hermes/core'
import { fastOptions } from './fast-mode.js'
import type { ModelInUse } from './models.js'

/**
 * Returns the model in the fast mode of its provider. With `fast`, the mode and its price always apply; otherwise, the mode
 * applies at the beginning of turns.
 * @throws {ConfigError} when the provider has no fast mode for the model.
 */
export function inFastMode(model: ModelInUse, speed: NonNullable<Choice['speed']>): ModelInUse {
  const { price: _, fastPrice, ...facts } = model.model
  const providerOptions: ProviderData = fastOptions(facts)
  if (speed === 'fast')
    return { ...model, model: { ...facts, ...(fastPrice && { price: fastPrice, fastPrice }) }, providerOptions }
  const durationMs = model.config.agent.fast_auto_seconds * 1000
  return { ...model, opening: { providerOptions, durationMs, ...(speed === 'cold' && { isFirstTurnOnly: true }) } }
}
