import { type KeptCredential, type ResolvedProvider, resolveProvider } from '@hermes/transports'
import type { Variables } from '../home/home-paths.js'
import type { Config } from '../schema/config-schema.js'
import { ownServers } from './own-servers.js'

/** Resolves the provider of the section `model`, which may be one of the section `providers`. @throws {ConfigError} when no call could succeed. */
export function resolveConfiguredProvider(
  { model, providers }: Pick<Config, 'model' | 'providers'>,
  variables: Variables,
  kept: readonly KeptCredential[] = [],
): ResolvedProvider {
  return resolveProvider(
    {
      provider: model.provider,
      model: model.default,
      servers: ownServers({ providers }),
      ...(model.base_url && { baseUrl: model.base_url }),
      ...(model.api_key && { apiKey: model.api_key }),
      ...(model.api_mode && { apiMode: model.api_mode }),
    },
    variables,
    kept,
  )
}
