import { ConfigError } from '@hermes/core'
import { openCredentials } from '../auth/credential-book.js'
import type { HomePaths, Variables } from '../home/home-paths.js'
import { limitsInUsd, withoutPrice } from '../model/limits-in-usd.js'
import { openCatalog } from '../model/open-catalog.js'
import { resolveConfiguredProvider } from '../model/resolve-configured-provider.js'
import type { Config } from '../schema/config-schema.js'

/** A limit in US dollars, and why Hermes cannot enforce it. */
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
  const used = limits.length > 0 ? await modelInUse(config, paths, variables) : undefined
  if (!used) return []
  const { provider, model } = used
  const known = openCatalog(paths, { overrides: config.model_overrides }).find(provider, model)
  if (known?.price) return []
  return limits.map((path) => ({ path, text: withoutPrice(path, model) }))
}

/** `undefined` without a model that costs something. */
async function modelInUse({ transport, model }: Config, paths: HomePaths, variables: Variables) {
  if (transport) return { provider: transport.use, model: model.default }
  try {
    const { kept } = await openCredentials(paths, variables)
    const resolved = resolveConfiguredProvider(model, variables, kept)
    return resolved.apiMode === 'offline' ? undefined : resolved
  } catch (error) {
    // The turns say what is missing.
    if (ConfigError.is(error)) return undefined
    throw error
  }
}
