import { ConfigError, HermesError } from '@hermes/core'
import {
  fetchFromVariables,
  type KeptCredential,
  providerPresets,
  type ResolvedProvider,
  resolveProvider,
} from '@hermes/transports'
import { type Catalog, listServerModels } from '@hermes/transports/catalog'
import type { Variables } from '../home/home-paths.js'
import type { Config } from '../schema/config-schema.js'
import { ownServers } from './own-servers.js'
import { resolveConfiguredProvider } from './resolve-configured-provider.js'
import type { ChainOptions } from './retrying-transport.js'

/** A provider that can be called with the keys and logins of the home. */
export interface OfferedProvider {
  /** The value for `model.provider`. */
  readonly provider: string
  /** The name to display. */
  readonly name: string
  /** The names of its models at the provider, in order. Other names may also work. */
  readonly models: readonly string[]
}

/** The time limit for listing the models of a user's own server, in milliseconds. */
const timeoutMs = 3_000

/**
 * Returns the providers that can be called, the configured one first. A user's own server is asked for its models; those of other
 * providers come from the catalog.
 */
export async function offeredModels(options: ChainOptions): Promise<readonly OfferedProvider[]> {
  const { config, variables, credentials, known } = options
  const kept = credentials?.kept ?? []
  const configured = config.transport ? undefined : resolved(() => resolveConfiguredProvider(config, variables, kept))
  const isOwn = configured !== undefined && (configured.isLocal || configured.isAddressGiven === true)
  const asked = isOwn && configured.provider !== 'offline' ? [configured] : []
  const named = namedServers(config, {
    variables,
    kept,
    isTaken: (id) => asked.some(({ provider }) => provider === id),
  })
  const fetch = fetchFromVariables(variables)
  const own = await Promise.all([...asked, ...named].map((server) => modelsOfServer(server, known.catalog, fetch)))
  const hosted = providerPresets.flatMap(({ id, isLocal, defaultModel = 'any' }) => {
    if (isLocal || own.some(({ provider }) => provider === id)) return []
    const found = resolved(() => resolveProvider({ provider: id, model: defaultModel }, variables, kept))
    // Only a call can tell whether there are credentials.
    const isUnsure = found?.aws?.credentials === 'default-chain' && !found.apiKey && id !== configured?.provider
    return found && !isUnsure ? [found] : []
  })
  const listed = hosted.map(({ provider, name }) => {
    const models = known.catalog.list(provider).filter(({ output }) => output.includes('text'))
    return { provider, name, models: models.map(({ id }) => id) }
  })
  const isConfigured = ({ provider }: OfferedProvider) => provider === configured?.provider
  const all = [...own, ...listed]
  return [...all.filter(isConfigured), ...all.filter((offered) => !isConfigured(offered))]
}

interface ServerSearch {
  readonly variables: Variables
  readonly kept: readonly KeptCredential[]
  isTaken(id: string): boolean
}

/** Returns the servers of the section `providers`, except those that lack their key. */
function namedServers(config: Config, { variables, kept, isTaken }: ServerSearch): readonly ResolvedProvider[] {
  const servers = ownServers(config)
  return servers.flatMap(({ id, defaultModel = 'any' }) => {
    if (isTaken(id)) return []
    const found = resolved(() => resolveProvider({ provider: id, model: defaultModel, servers }, variables, kept))
    return found ? [found] : []
  })
}

/** Returns the provider; `undefined` if no call could succeed. */
function resolved(resolve: () => ResolvedProvider): ResolvedProvider | undefined {
  try {
    return resolve()
  } catch (error) {
    if (ConfigError.is(error)) return undefined
    throw error
  }
}

/** Returns the models that a server lists. If it lists none, the models named in the settings are used. */
async function modelsOfServer(
  { provider, name, baseUrl, apiKey, model }: ResolvedProvider,
  catalog: Pick<Catalog, 'list'>,
  fetch: typeof globalThis.fetch,
): Promise<OfferedProvider> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const served = await listServerModels({ baseUrl, fetch, ...(apiKey && { apiKey }), signal })
    return { provider, name, models: served.map(({ id }) => id) }
  } catch (error) {
    if (!HermesError.is(error) && error !== signal.reason) throw error
    const named = catalog.list(provider).map(({ id }) => id)
    return { provider, name, models: named.length > 0 ? named : [model] }
  }
}
