import { ConfigError, type HermesError } from '@hermes/core'
import { nearestNames } from '@hermes/safety'
import { fetchFromVariables, type ResolvedProvider } from '@hermes/transports'
import { type Catalog, listServerModels } from '@hermes/transports/catalog'
import type { Config } from '../schema/config-schema.js'
import { resolveConfiguredProvider } from './resolve-configured-provider.js'
import type { ChainOptions } from './retrying-transport.js'

/** The time limit for listing models, in milliseconds. If it is exceeded, only the first model call finds out. */
const timeoutMs = 3_000

/** Like {@link requireListedModel}, for the settings of a chosen model. @throws {ConfigError} also when no call could succeed. */
export async function requireModel(config: Config, { known, variables, credentials }: ChainOptions): Promise<void> {
  if (config.transport) return
  const resolved = resolveConfiguredProvider(config, variables, credentials?.kept)
  await requireListedModel(resolved, known.catalog, fetchFromVariables(variables))
}

/**
 * Checks with the provider that a chosen model exists, unless the catalog knows it. Lists may be incomplete, so a name that
 * resembles no listed model is accepted.
 * @throws {ConfigError} when the name looks like a misspelled model of the provider.
 */
export async function requireListedModel(
  { provider, model, baseUrl, apiKey, apiMode }: ResolvedProvider,
  catalog: Pick<Catalog, 'find'>,
  fetch: typeof globalThis.fetch,
): Promise<void> {
  if (apiMode !== 'chat_completions' || catalog.find(provider, model)) return
  const served = await listServerModels({
    baseUrl,
    fetch,
    ...(apiKey && { apiKey }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((_: HermesError) => [])
  const names = served.map(({ id }) => id)
  const near = names.includes(model) ? undefined : nearestNames(model, names)[0]
  if (near === undefined) return
  throw new ConfigError(
    'model.default',
    `${provider} has no model "${model}": did you mean "${near}"? An unlisted model needs an entry in model_overrides.`,
  )
}
