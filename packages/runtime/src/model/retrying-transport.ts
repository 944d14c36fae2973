import type { Transport } from '@hermes/core'
import { proxyFromVariables, type ResolvedProvider } from '@hermes/transports'
import { withRetry } from '@hermes/transports/wrap'
import { createProviderTransport } from '../auth/create-provider-transport.js'
import type { RuntimeOptions, Surface } from '../runtime-options.js'
import type { KnownModels } from './known-models.js'

/** The longest wait before the first retry: somebody may be sitting in front of it. It doubles with each. */
const firstWaitMs = 1_000

/** What decides who answers, and how. */
export interface ModelSettings extends Pick<RuntimeOptions, 'paths' | 'config' | 'variables' | 'credentials'> {
  readonly surface: Pick<Surface, 'canRestart'>
}

export interface ChainOptions extends ModelSettings {
  readonly known: KnownModels
}

/**
 * The transport of one provider, which tries again what failed for a passing reason.
 * @param attempts Requests per call. Default: as the config has it.
 */
export function retryingTransport(
  resolved: ResolvedProvider,
  { config, surface, variables, known, credentials }: ChainOptions,
  attempts = config.agent.api_max_retries + 1,
): Transport {
  const proxyFor = proxyFromVariables(variables)
  const wire = {
    streaming: config.model.streaming,
    cache: config.prompt_caching.cache_ttl,
    ...(proxyFor && { proxyFor }),
  }
  const transport = createProviderTransport(resolved, {
    ...(credentials && { credentials }),
    strategies: config.credential_pool_strategies,
    wire,
  })
  return withRetry(known.around(transport, resolved), {
    attempts,
    baseDelayMs: firstWaitMs,
    canRestart: surface.canRestart ?? false,
  })
}
