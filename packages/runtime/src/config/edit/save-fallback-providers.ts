import type { HomePaths } from '../../home/home-paths.js'
import type { ProviderReference } from '../../schema/provider-schema.js'
import { type ConfigEdit, saveSection } from './edit-config.js'

/** A provider to use when the ones before it fail. */
export type FallbackProvider = ProviderReference

/** Replaces the list `fallback_providers` of `config.yaml`. @throws {ConfigError} when it is invalid; nothing was written then. */
export function saveFallbackProviders(paths: HomePaths, providers: readonly FallbackProvider[]): Promise<ConfigEdit> {
  return saveSection(paths, ['fallback_providers'], providers)
}
