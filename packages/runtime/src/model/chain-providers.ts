import type { Transport } from '@hermes/core'
import type { ResolvedProvider } from '@hermes/transports'
import { type FallbackMember, withFallback } from '@hermes/transports/wrap'
import { type Fallbacks, resolveFallbacks } from './resolve-fallbacks.js'
import { nameOf } from './resolve-reference.js'
import { type ChainOptions, retryingTransport } from './retrying-transport.js'

export interface ProviderChain extends Pick<Fallbacks, 'warnings'> {
  readonly transport: Transport
}

/**
 * Chains the provider's transport, which retries transient failures, with the providers of `fallback_providers`.
 * @throws {ConfigError} when a provider of the chain has invalid settings.
 */
export function chainProviders(primary: ResolvedProvider, options: ChainOptions): ProviderChain {
  const { providers, warnings } = resolveFallbacks(options)
  const spares = providers.map((resolved): FallbackMember => {
    const { model, provider } = resolved
    return { transport: retryingTransport(resolved, options), model, provider, name: nameOf(resolved) }
  })
  const transport = retryingTransport(primary, options)
  if (spares.length === 0) return { transport, warnings }
  const canRestart = options.surface.canRestart ?? false
  return { transport: withFallback([{ transport, name: primary.model }, ...spares], { canRestart }), warnings }
}
