import { ConfigError } from '@hermes/core'
import type { ResolvedProvider } from '@hermes/transports'
import type { ProviderReference } from '../schema/provider-schema.js'
import { type ReferenceSettings, resolveReference } from './resolve-reference.js'

export interface Fallbacks {
  readonly providers: readonly ResolvedProvider[]
  /** One sentence for each that is left out. */
  readonly warnings: readonly string[]
}

/**
 * The providers of `fallback_providers`, in order. One without a key or login is left out, because the others can still answer.
 * @throws {ConfigError} for an entry with another mistake.
 */
export function resolveFallbacks(settings: ReferenceSettings): Fallbacks {
  const found = settings.config.fallback_providers.map((reference, index) => resolveEntry(reference, index, settings))
  return {
    providers: found.filter((each) => typeof each !== 'string'),
    warnings: found.filter((each) => typeof each === 'string'),
  }
}

/** @returns why it is left out, or the provider. */
function resolveEntry(
  reference: ProviderReference,
  index: number,
  settings: ReferenceSettings,
): ResolvedProvider | string {
  try {
    return resolveReference(reference, settings)
  } catch (error) {
    if (!ConfigError.is(error)) throw error
    const { provider, model } = reference
    const name = [provider, model].filter(Boolean).join(' ')
    if (error.remedy?.type === 'add-key' || error.remedy?.type === 'log-in') {
      return `The fallback "${name}" is left out: ${error.message}`
    }
    throw new ConfigError(`fallback_providers.${index}`, `The fallback "${name}" cannot work: ${error.message}`, {
      cause: error,
    })
  }
}
