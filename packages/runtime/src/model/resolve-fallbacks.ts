import { ConfigError } from '@hermes/core'
import type { ResolvedProvider } from '@hermes/transports'
import type { ProviderReference } from '../schema/provider-schema.js'
import { type ReferenceSettings, resolveReference } from './resolve-reference.js'

export interface Fallbacks {
  readonly providers: readonly ResolvedProvider[]
  /** One sentence for each fallback that is left out. */
  readonly warnings: readonly string[]
}

/** A list of fallbacks in the settings. */
export interface FallbackList {
  readonly references: readonly ProviderReference[]
  /** The path of the list, such as `fallback_providers`. */
  readonly path: string
  /** The subject of sentences about an entry. Default: `The fallback`. */
  readonly kind?: string
}

/**
 * Resolves the providers of a list, in order. A provider without a key or login is left out, because the others can still answer.
 * @param list Default: `fallback_providers`.
 * @throws {ConfigError} for an entry with another mistake.
 */
export function resolveFallbacks(
  settings: ReferenceSettings,
  list: FallbackList = { references: settings.config.fallback_providers, path: 'fallback_providers' },
): Fallbacks {
  const found = list.references.map((reference, index) => resolveEntry(reference, index, { settings, list }))
  return {
    providers: found.filter((each) => typeof each !== 'string'),
    warnings: found.filter((each) => typeof each === 'string'),
  }
}

interface EntryContext {
  readonly settings: ReferenceSettings
  readonly list: FallbackList
}

/** Resolves one entry. @returns the provider, or a sentence that says why it is left out. */
function resolveEntry(
  reference: ProviderReference,
  index: number,
  { settings, list: { path, kind = 'The fallback' } }: EntryContext,
): ResolvedProvider | string {
  try {
    return resolveReference(reference, settings)
  } catch (error) {
    if (!ConfigError.is(error)) throw error
    const { provider, model } = reference
    const name = [provider, model].filter(Boolean).join(' ')
    if (error.remedy?.type === 'add-key' || error.remedy?.type === 'log-in') {
      return `${kind} "${name}" is left out: ${error.message}`
    }
    throw new ConfigError(`${path}.${index}`, `${kind} "${name}" cannot work: ${error.message}`, {
      cause: error,
    })
  }
}
