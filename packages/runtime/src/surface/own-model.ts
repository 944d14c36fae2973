import { ConfigError, type ModelChoice } from '@hermes/core'
import type { ModelInUse, Models } from '../model/models.js'

/** A surface's own model, and the choice from which it was resolved. `{}` follows the settings. */
export interface OwnModel {
  readonly choice: ModelChoice
  readonly model: ModelInUse
}

/**
 * Returns the wanted model, or the configured one if they are the same or the wanted one cannot answer.
 * @throws {ConfigError} when neither can answer.
 */
export async function ownModel(models: Models, wanted: ModelChoice): Promise<OwnModel> {
  try {
    if (!models.isConfigured(wanted)) return { choice: wanted, model: await models.choose(wanted) }
  } catch (error) {
    if (!ConfigError.is(error)) throw error
  }
  return { choice: {}, model: await models.choose({}) }
}
