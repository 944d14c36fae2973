import type { Transport } from '@hermes/core'
import { createTransport, type ResolvedProvider, resolveProvider } from '@hermes/transports/resolve'
import { type FallbackMember, withFallback, withRetry } from '@hermes/transports/wrap'
import type { RuntimeOptions } from './runtime.js'

/** The longest wait before the first retry: somebody may be sitting in front of it. It doubles with each. */
const firstWaitMs = 1_000

/**
 * The provider's transport, which tries again what failed for a passing reason, and behind it the providers of
 * `fallback_providers`.
 * @throws {ConfigError} when a provider of the chain could not be asked at all.
 */
export function chainProviders(primary: ResolvedProvider, options: RuntimeOptions): Transport {
  const { config, surface } = options
  const canRestart = surface.canRestart ?? false
  const wire = { streaming: config.model.streaming, cache: config.prompt_caching.cache_ttl }
  const retrying = (resolved: ResolvedProvider): Transport =>
    withRetry(createTransport(resolved, wire), {
      attempts: config.agent.api_max_retries + 1,
      baseDelayMs: firstWaitMs,
      canRestart,
    })
  const spares = resolveSpares(options).map(
    (resolved): FallbackMember => ({
      transport: retrying(resolved),
      model: resolved.model,
      name: `${resolved.model} by ${resolved.name}`,
    }),
  )
  if (spares.length === 0) return retrying(primary)
  return withFallback([{ transport: retrying(primary), name: primary.model }, ...spares], { canRestart })
}

function resolveSpares({ config, variables }: RuntimeOptions): readonly ResolvedProvider[] {
  return config.fallback_providers.map(({ provider, model, base_url, key_env, api_mode }) =>
    resolveProvider(
      {
        provider,
        ...(model && { model }),
        ...(base_url && { baseUrl: base_url }),
        ...(key_env && variables[key_env] && { apiKey: variables[key_env] }),
        ...(api_mode && { apiMode: api_mode }),
      },
      variables,
    ),
  )
}
