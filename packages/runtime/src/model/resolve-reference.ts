import { type ResolvedProvider, resolveProvider } from '@hermes/transports'
import type { ProviderReference } from '../schema/provider-schema.js'
import { ownServers } from './own-servers.js'
import type { ModelSettings } from './retrying-transport.js'

export type ReferenceSettings = Pick<ModelSettings, 'config' | 'variables' | 'credentials'>

/** Resolves a reference to a provider. @throws {ConfigError} when no call to the provider could succeed. */
export function resolveReference(
  reference: ProviderReference,
  { config, variables, credentials }: ReferenceSettings,
): ResolvedProvider {
  const { provider, model, base_url, key_env, api_mode } = reference
  return resolveProvider(
    {
      provider,
      ...(model && { model }),
      ...(base_url && { baseUrl: base_url }),
      ...(key_env && variables[key_env] && { apiKey: variables[key_env] }),
      ...(api_mode && { apiMode: api_mode }),
      servers: ownServers(config),
    },
    variables,
    credentials?.kept ?? [],
  )
}

/** Returns the name to display. */
export function nameOf({ model, name }: ResolvedProvider): string {
  return `${model} by ${name}`
}
