import type { Transport } from '@hermes/core'
import { fetchFromVariables, proxyFromVariables, type ResolvedProvider } from '@hermes/transports'
import { withRetry } from '@hermes/transports/wrap'
import { createProviderTransport } from '../auth/create-provider-transport.js'
import type { RuntimeOptions, Surface } from '../runtime-options.js'
import type { KnownModels } from './known-models.js'
import { silenceLimits } from './silence-limits.js'
import { withRouting } from './with-routing.js'

/** The longest delay before the first retry, in milliseconds. It is short because a person may be waiting, and doubles for each further retry. */
const firstWaitMs = 1_000

/**
 * The share of the silence limit after which an answer that has started counts as broken. It leaves time to request the answer again within the limit.
 */
const brokenShare = 0.5

/** The settings that select the transport and its behavior. */
export interface ModelSettings extends Pick<RuntimeOptions, 'paths' | 'config' | 'variables' | 'credentials'> {
  readonly surface: Pick<Surface, 'canRestart'>
}

export interface ChainOptions extends ModelSettings {
  readonly known: KnownModels
}

/**
 * Creates the transport of one provider, which retries transient failures.
 * @param attempts Requests per call. Default: the configured number.
 */
export function retryingTransport(
  resolved: ResolvedProvider,
  { config, surface, variables, known, credentials }: ChainOptions,
  attempts = config.agent.api_max_retries + 1,
): Transport {
  const proxyFor = proxyFromVariables(variables)
  const silence = silenceLimits(config)
  const wire = {
    streaming: config.model.streaming,
    cache: config.prompt_caching.cache_ttl,
    ...(proxyFor && { proxyFor }),
    timeouts: { responseMs: silence.limitMs, idleMs: silence.limitMs * brokenShare },
  }
  const transport = createProviderTransport(resolved, {
    ...(credentials && { credentials }),
    strategies: config.credential_pool_strategies,
    wire,
    services: { fetch: fetchFromVariables(variables) },
  })
  const routed = withRouting(transport, resolved, config.provider_routing)
  return withRetry(known.around(routed, resolved), {
    attempts,
    baseDelayMs: firstWaitMs,
    canRestart: surface.canRestart ?? false,
    silence,
  })
}
