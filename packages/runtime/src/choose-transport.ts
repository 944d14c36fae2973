import { ConfigError, type Logger, type Transport } from '@hermes/core'
import { chainProviders } from './chain-providers.js'
import type { Config } from './config-schema.js'
import { loadExtension } from './load-extension.js'
import { resolveConfiguredProvider } from './resolve-configured-provider.js'
import type { RuntimeModel, RuntimeOptions } from './runtime.js'

/** Who answers, and how it is spoken to. */
export interface ChosenTransport {
  readonly transport: Transport
  readonly model: RuntimeModel
  /** The user's own server decides how large the model's window is. */
  readonly isLocal: boolean
}

/** The transport that the config names, else the one of the provider. @throws {ConfigError} when no call could succeed. */
export async function chooseTransport(options: RuntimeOptions, logger: Logger): Promise<ChosenTransport> {
  const { transport } = options.config
  return transport ? fromExtension(transport, options, logger) : fromProvider(options)
}

function fromProvider(options: RuntimeOptions): ChosenTransport {
  const resolved = resolveConfiguredProvider(options.config.model, options.variables)
  return {
    transport: chainProviders(resolved, options),
    model: {
      provider: resolved.provider,
      id: resolved.model,
      isOffline: resolved.apiMode === 'offline',
      ...(resolved.baseUrl && { baseUrl: resolved.baseUrl }),
    },
    isLocal: resolved.isLocal,
  }
}

async function fromExtension(
  section: NonNullable<Config['transport']>,
  { config, paths }: RuntimeOptions,
  logger: Logger,
): Promise<ChosenTransport> {
  const id = config.model.default
  if (id === '')
    throw new ConfigError('model.default', 'Set model.default: a transport of your own needs a model to ask for.')
  const services = { fetch: globalThis.fetch, logger }
  const transport = await loadExtension({ kind: 'transport', path: 'transport', section, home: paths.home, services })
  return { transport, model: { provider: section.use, id, isOffline: false }, isLocal: false }
}
