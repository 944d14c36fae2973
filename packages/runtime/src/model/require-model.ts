import { ConfigError, type HermesError } from '@hermes/core'
import { nearestNames } from '@hermes/safety'
import { listServerModels } from '@hermes/transports/catalog'
import type { Config } from '../schema/config-schema.js'
import { resolveConfiguredProvider } from './resolve-configured-provider.js'
import type { ChainOptions } from './retrying-transport.js'

/** A provider that takes longer to list its models is not waited for: its first answer tells. */
const patienceMs = 3_000

/**
 * Asks the provider whether it has the model that a person chose, where the catalog does not know it. Lists are not always
 * complete: a name that is like no listed one is taken as it is.
 * @throws {ConfigError} when it looks like a slip for a model that the provider has.
 */
export async function requireModel(config: Config, { known, variables, credentials }: ChainOptions): Promise<void> {
  if (config.transport) return
  const { provider, model, baseUrl, apiKey, apiMode } = resolveConfiguredProvider(
    config.model,
    variables,
    credentials?.kept,
  )
  if (apiMode !== 'chat_completions' || known.catalog.find(provider, model)) return
  const served = await listServerModels({
    baseUrl,
    ...(apiKey && { apiKey }),
    signal: AbortSignal.timeout(patienceMs),
  }).catch((_: HermesError) => [])
  const names = served.map(({ id }) => id)
  const near = names.includes(model) ? undefined : nearestNames(model, names)[0]
  if (near === undefined) return
  throw new ConfigError(
    'model.default',
    `${provider} has no model "${model}": did you mean "${near}"? One that it does not list needs an entry in model_overrides.`,
  )
}
