import { type Config, type LoadedConfig, ownServers } from '@hermes/runtime'
import { fetchFromVariables, findPreset, idOfServer, providerPresets, resolveProvider } from '@hermes/transports'
import { type Catalog, listServerModels } from '@hermes/transports/catalog'
import { didYouMean } from '../arguments/did-you-mean.js'
import type { OptionValues } from '../arguments/options/options.js'
import type { ModelRow } from '../render/tables/model-table.js'
import { UsageError } from '../usage-error.js'

export interface ModelsQuery extends Pick<LoadedConfig, 'config' | 'variables'> {
  readonly values: OptionValues
  readonly catalog: Catalog
}

/**
 * Lists the models of the given or configured provider: from the user's own server, or from the catalog for others. Without a provider, lists
 * the models of all providers that can be configured.
 * @throws {HermesError} when the server does not answer.
 */
export async function modelsOfProvider(query: ModelsQuery): Promise<readonly ModelRow[]> {
  const { provider, server } = whoServes(query)
  if (server) {
    const models = await listServerModels({
      ...server,
      fetch: fetchFromVariables(query.variables),
      signal: new AbortController().signal,
    })
    return models.map((model) => ({ provider, ...model }))
  }
  const listed = query.catalog.list(provider === 'offline' ? undefined : provider)
  return listed.filter((model) => findPreset(model.provider) && model.output.includes('text'))
}

/**
 * @param config Settings whose section `providers` counts as well. Default: built-in providers only.
 * @throws {UsageError} when the provider does not exist.
 */
export function assertProvider(id: string, config?: Pick<Config, 'providers'>): void {
  const known = ['auto', ...Object.keys(config?.providers ?? {}), ...providerPresets.map((preset) => preset.id)]
  if (known.includes(id) || known.includes(idOfServer(id)) || findPreset(id)) return
  throw new UsageError(`There is no provider "${id}".${didYouMean(id, known)} Known: ${known.slice(1).join(', ')}.`)
}

interface Server {
  readonly baseUrl: string
  readonly apiKey?: string
}

function whoServes({ config, variables, values }: ModelsQuery): {
  readonly provider: string
  readonly server?: Server
} {
  const { model } = config
  assertProvider(model.provider, config)
  // The configured address belongs only to the configured provider.
  const address = values['base-url'] ?? (values.provider === undefined ? model.base_url : undefined)
  const preset = findPreset(model.provider)
  const servers = ownServers(config)
  const isNamed = servers.some(({ id }) => id === idOfServer(model.provider))
  // The catalog needs no key.
  if (preset && !preset.isLocal && address === undefined) return { provider: preset.id }
  const resolved = resolveProvider(
    {
      provider: model.provider,
      servers,
      // Only the server matters here, so the name is arbitrary. Without a server, a name would require a provider.
      ...((preset || isNamed || address !== undefined) && { model: model.default || 'any' }),
      ...(address !== undefined && { baseUrl: address }),
      ...(model.api_key && { apiKey: model.api_key }),
    },
    variables,
  )
  const { provider, baseUrl, apiKey, isLocal } = resolved
  const isOwnServer = baseUrl !== '' && (isLocal || isNamed || address !== undefined)
  return { provider, ...(isOwnServer && { server: { baseUrl, ...(apiKey && { apiKey }) } }) }
}
