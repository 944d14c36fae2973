import { ConfigError } from '@hermes/core'
import { openCredentials } from '../auth/credential-book.js'
import type { HomePaths, Variables } from '../home/home-paths.js'
import { limitsInUsd, withoutPrice } from '../model/limits-in-usd.js'
import { openCatalog } from '../model/open-catalog.js'
import { resolveConfiguredProvider } from '../model/resolve-configured-provider.js'
import type { Config } from '../schema/config-schema.js'

/** A limit in US dollars that Hermes cannot enforce, with the reason. */
export interface UnpricedLimit {
  readonly path: string
  readonly text: string
}

/** Finds the limits in US dollars that Hermes cannot enforce, because the configured model has no known price. */
export async function findUnpricedLimits(
  config: Config,
  paths: HomePaths,
  variables: Variables,
): Promise<readonly UnpricedLimit[]> {
  const limits = limitsInUsd(config)
  const model = limits.length > 0 ? await unpricedModel(config, paths, variables) : undefined
  return model === undefined ? [] : limits.map((path) => ({ path, text: withoutPrice(path, model) }))
}

/** Returns the configured model if its price is unknown; `undefined` also for a model that costs nothing. */
export async function unpricedModel(
  config: Config,
  paths: HomePaths,
  variables: Variables,
): Promise<string | undefined> {
  const used = await modelInUse(config, paths, variables)
  if (!used) return undefined
  const { provider, model } = used
  const known = openCatalog(paths, { config }).find(provider, model)
  return known?.price ? undefined : model
}

/** Returns the configured model; `undefined` if it costs nothing or cannot be called. */
async function modelInUse(config: Config, paths: HomePaths, variables: Variables) {
  const { transport, model } = config
  if (transport) return { provider: transport.use, model: model.default }
  try {
    const { kept } = await openCredentials(paths, variables)
    const resolved = resolveConfiguredProvider(config, variables, kept)
    return resolved.apiMode === 'offline' ? undefined : resolved
  } catch (error) {
    // Turns report what is missing.
    if (ConfigError.is(error)) return undefined
    throw error
  }
}
