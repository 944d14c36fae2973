import type { HomePaths } from '../../home/home-paths.js'
import type { ProviderReference } from '../../schema/provider-schema.js'
import { type ConfigEdit, saveSection } from './edit-config.js'

/** A provider that is used when the previous ones fail. */
export type FallbackProvider = ProviderReference

/** Replaces the list `fallback_providers` of `config.yaml`. @throws {ConfigError} when it is invalid. Nothing is written then. */
export function saveFallbackProviders(paths: HomePaths, providers: readonly FallbackProvider[]): Promise<ConfigEdit> {
  return saveSection(paths, ['fallback_providers'], providers)
}
