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
  /** For display. */
  readonly name: string
  /** Their names at the provider, in order. Other names may work, too. */
  readonly models: readonly string[]
}

/** The time limit for a server of the user's own to list its models. */
const timeoutMs = 3_000

/**
 * The providers that can be called, the configured one first. Models of the user's own server are asked for, those of others come from the
 * catalog.
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
    // Only a call finds out whether there are credentials.
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

/** The servers of the section `providers`. One without its key is left out. */
function namedServers(config: Config, { variables, kept, isTaken }: ServerSearch): readonly ResolvedProvider[] {
  const servers = ownServers(config)
  return servers.flatMap(({ id, defaultModel = 'any' }) => {
    if (isTaken(id)) return []
    const found = resolved(() => resolveProvider({ provider: id, model: defaultModel, servers }, variables, kept))
    return found ? [found] : []
  })
}

/** `undefined` if no call could succeed. */
function resolved(resolve: () => ResolvedProvider): ResolvedProvider | undefined {
  try {
    return resolve()
  } catch (error) {
    if (ConfigError.is(error)) return undefined
    throw error
  }
}

/** A server that does not list its models has those that the settings name. */
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
