import type { Choice, ProviderData } from '@hermes/core'
import { fastOptions } from './fast-mode.js'
import type { ModelInUse } from './models.js'

/**
 * The model in the fast mode of its provider: always, and at the price of that mode, or at the beginning of turns.
 * @throws {ConfigError} when the provider has no fast mode for it.
 */
export function inFastMode(model: ModelInUse, speed: NonNullable<Choice['speed']>): ModelInUse {
  const { price: _, fastPrice, ...facts } = model.model
  const providerOptions: ProviderData = fastOptions(facts)
  if (speed === 'fast')
    return { ...model, model: { ...facts, ...(fastPrice && { price: fastPrice, fastPrice }) }, providerOptions }
  const durationMs = model.config.agent.fast_auto_seconds * 1000
  return { ...model, opening: { providerOptions, durationMs, ...(speed === 'cold' && { isFirstTurnOnly: true }) } }
}
