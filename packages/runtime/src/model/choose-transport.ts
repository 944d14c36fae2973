import { ConfigError, type Logger } from '@hermes/core'
import { fetchFromVariables } from '@hermes/transports'
import { probeContextWindow } from '@hermes/transports/catalog'
import { withRetry } from '@hermes/transports/wrap'
import { loadExtension } from '../extensions/load-extension.js'
import type { Config } from '../schema/config-schema.js'
import { chainProviders } from './chain-providers.js'
import type { ChosenTransport } from './chosen-transport.js'
import { openReplay } from './replay-transport.js'
import { resolveConfiguredProvider } from './resolve-configured-provider.js'
import type { ChainOptions } from './retrying-transport.js'
import { silenceLimits } from './silence-limits.js'

/** Returns the configured transport, or the transport of the provider. @throws {ConfigError} when no call could succeed. */
export async function chooseTransport(options: ChainOptions, logger: Logger): Promise<ChosenTransport> {
  const { transport } = options.config
  if (!transport) return fromProvider(options)
  return isReplay(options.config) ? openReplay(transport, options) : fromExtension(transport, options, logger)
}

/** Whether a recording replaces all providers. */
export function isReplay({ transport }: Config): boolean {
  return transport?.use === 'replay'
}

function fromProvider(options: ChainOptions): ChosenTransport {
  const resolved = resolveConfiguredProvider(options.config, options.variables, options.credentials?.kept)
  const { provider, model: id, baseUrl, apiKey, apiMode, isLocal } = resolved
  const isOffline = apiMode === 'offline'
  return {
    ...chainProviders(resolved, options),
    model: { provider, id, isOffline, ...(baseUrl && { baseUrl }) },
    ...(isLocal &&
      !isOffline && {
        probeWindow: () =>
          options.known.servers.of(baseUrl, id, () =>
            probeContextWindow({
              baseUrl,
              model: id,
              fetch: fetchFromVariables(options.variables),
              ...(apiKey && { apiKey }),
            }),
          ),
      }),
  }
}

async function fromExtension(
  section: NonNullable<Config['transport']>,
  { config, paths, known, variables }: ChainOptions,
  logger: Logger,
): Promise<ChosenTransport> {
  const id = config.model.default
  if (id === '') throw new ConfigError('model.default', 'Set model.default: a custom transport needs a model.')
  const services = { fetch: fetchFromVariables(variables), logger }
  const transport = await loadExtension({ kind: 'transport', path: 'transport', section, home: paths.home, services })
  const provider = { provider: section.use, baseUrl: section.use, apiMode: transport.apiMode }
  // The configured transport has its own retries and time limits. As with every provider, a silence is reported and ends the call.
  const watched = withRetry(known.around(transport, provider), {
    attempts: 1,
    totalMs: Number.POSITIVE_INFINITY,
    silence: silenceLimits(config),
  })
  return { transport: watched, model: { provider: section.use, id, isOffline: false } }
}
