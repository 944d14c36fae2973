import type { Transport } from '@hermes/core'
import { type ResolvedProvider, resolveProvider } from '@hermes/transports'
import { type FallbackMember, withFallback } from '@hermes/transports/wrap'
import type { ProviderReference } from '../schema/provider-schema.js'
import { ownServers } from './own-servers.js'
import { type ChainOptions, type ModelSettings, retryingTransport } from './retrying-transport.js'

/**
 * The provider's transport, which retries transient failures, followed by the providers of `fallback_providers`.
 * @throws {ConfigError} when a provider of the chain cannot work.
 */
export function chainProviders(primary: ResolvedProvider, options: ChainOptions): Transport {
  const { config, surface } = options
  const spares = config.fallback_providers.map((reference): FallbackMember => {
    const resolved = resolveReference(reference, options)
    return {
      transport: retryingTransport(resolved, options),
      model: resolved.model,
      provider: resolved.provider,
      name: nameOf(resolved),
    }
  })
  const transport = retryingTransport(primary, options)
  if (spares.length === 0) return transport
  return withFallback([{ transport, name: primary.model }, ...spares], { canRestart: surface.canRestart ?? false })
}

/** @throws {ConfigError} when no call to the provider could succeed. */
export function resolveReference(
  reference: ProviderReference,
  { config, variables, credentials }: Pick<ModelSettings, 'config' | 'variables' | 'credentials'>,
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

/** For display. */
export function nameOf({ model, name }: ResolvedProvider): string {
  return `${model} by ${name}`
}
