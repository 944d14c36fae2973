import { type Config, ownModelOf, type SavedModel } from '@hermes/runtime'
import { UsageError } from '../../usage-error.js'

/**
 * Parses the model that the user named: `large`, or `lab:large` on the user's own server.
 * @throws {UsageError} for an empty name.
 */
export function choiceOf(text: string, provider: string | undefined, config: Pick<Config, 'providers'>): SavedModel {
  const model = text.trim()
  if (model === '') throw new UsageError('The name of the model is empty.')
  if (provider !== undefined) return { model: text, provider }
  return ownModelOf(model, config) ?? { model: text }
}
