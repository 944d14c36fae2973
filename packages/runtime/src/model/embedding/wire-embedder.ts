import { ConfigError, type Embedder } from '@hermes/core'
import { fetchFromVariables, resolveProvider } from '@hermes/transports'
import type { RuntimeOptions } from '../../runtime-options.js'
import type { Config } from '../../schema/config-schema.js'
import { toMs } from '../../schema/to-ms.js'
import { isReplay } from '../choose-transport.js'
import { ownServers } from '../own-servers.js'
import { createEmbedder } from './create-embedder.js'

/** The vector lengths of common models. */
const knownDimensions: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 1536,
  'text-embedding-3-large': 3072,
  'text-embedding-ada-002': 1536,
  'nomic-embed-text': 768,
  'mxbai-embed-large': 1024,
  'bge-m3': 1024,
  'all-minilm': 384,
}

/**
 * Creates the embedder of `auxiliary.embedding`; `undefined` if it names no model.
 * @throws {ConfigError} when its provider or vector length is unknown.
 */
export function wireEmbedder(
  options: Pick<RuntimeOptions, 'config' | 'variables' | 'credentials'>,
): Embedder | undefined {
  const { config, variables } = options
  const { model, timeout, dimensions: given } = config.auxiliary.embedding
  // A recording replaces all providers.
  if (model === '' || isReplay(config)) return undefined
  const dimensions = given ?? knownDimensions[bareName(model)]
  if (dimensions === undefined) {
    throw new ConfigError('auxiliary.embedding.dimensions', `Set it: the vector length of ${model} is unknown.`)
  }
  const { provider, baseUrl, apiKey } = resolve(options)
  return createEmbedder({
    baseUrl,
    apiKey,
    model,
    dimensions,
    asksForDimensions: given !== undefined && given !== knownDimensions[model] && model.startsWith('text-embedding-3'),
    timeoutMs: toMs(timeout),
    provider,
    fetch: fetchFromVariables(variables),
  })
}

function resolve({ config, variables, credentials }: Pick<RuntimeOptions, 'config' | 'variables' | 'credentials'>) {
  const { provider, model, base_url, api_key, key_env } = config.auxiliary.embedding
  const apiKey = api_key ?? (key_env === undefined ? undefined : variables[key_env])
  try {
    const resolved = resolveProvider(
      {
        ...placeOf(config),
        servers: ownServers(config),
        model,
        ...(provider !== 'auto' && { provider }),
        ...(base_url && { baseUrl: base_url, ...(provider === 'auto' && { provider: 'custom' }) }),
        ...(apiKey && { apiKey }),
      },
      variables,
      credentials?.kept ?? [],
    )
    if (resolved.baseUrl === '') throw new ConfigError('provider', 'It has no provider.')
    return resolved
  } catch (error) {
    if (!ConfigError.is(error)) throw error
    throw new ConfigError('auxiliary.embedding', `The side task "embedding" has no provider: ${error.message}`, {
      cause: error,
    })
  }
}

/** Returns the provider of the conversation if the section names none. */
function placeOf({ auxiliary: { embedding }, model }: Config) {
  if (embedding.provider !== 'auto' || embedding.base_url !== undefined) return {}
  return {
    provider: model.provider,
    ...(model.base_url && { baseUrl: model.base_url }),
    ...(model.api_key && { apiKey: model.api_key }),
  }
}

/** Returns the bare name of a model, such as `text-embedding-3-small` for `openai/text-embedding-3-small:free`. */
function bareName(model: string): string {
  return model.split('/').at(-1)?.split(':')[0] ?? model
}
