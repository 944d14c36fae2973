import { isDeepStrictEqual } from 'node:util'
import { ConfigError, type ModelChoice } from '@hermes/core'
import { withoutCredentials } from '@hermes/safety'
import type { Config } from '../schema/config-schema.js'
import { apiMode } from '../schema/provider-schema.js'
import { isReplay } from './choose-transport.js'
import type { RuntimeModel } from './runtime-model.js'

type ConfiguredModel = Pick<RuntimeModel, 'provider' | 'id' | 'baseUrl'>

/**
 * Applies a choice of model to the settings; `undefined` if the choice does not change the model. The configured context window and output
 * limit do not apply to another model, and the configured address and key do not apply to another server.
 * @param configured The model that `config` resolves to; `undefined` if it cannot answer.
 */
export function modelSettings(
  config: Config,
  choice: ModelChoice,
  configured: ConfiguredModel | undefined,
): Config | undefined {
  // A recording replaces all providers.
  if (isReplay(config)) return undefined
  const { transport, ...others } = config
  const { provider, model = '' } = choice
  if (isElsewhere(config, choice, configured)) {
    const { streaming } = config.model
    return { ...others, model: { provider: provider ?? 'custom', default: model, streaming, ...ownSettings(choice) } }
  }
  // A stored address has no credentials, but the configured one may have them.
  const { baseUrl: _baseUrl, ...sameServer } = choice
  const own = ownSettings(config.model.base_url === undefined ? choice : sameServer)
  const isOther = model !== '' && model !== config.model.default && model !== configured?.id
  const changes = { ...(isOther && { default: model }), ...own }
  const { context_length: _, max_tokens: __, ...place } = config.model
  const changed = { ...(isOther ? place : config.model), ...changes }
  if (isDeepStrictEqual(changed, config.model)) return undefined
  return { ...others, ...(transport && { transport }), model: changed }
}

/** Whether the choice uses a different server than the config. */
function isElsewhere(
  { model }: Config,
  { provider, baseUrl }: ModelChoice,
  configured: ConfiguredModel | undefined,
): boolean {
  if (provider !== undefined && provider !== model.provider && provider !== configured?.provider) return true
  return baseUrl !== undefined && !isSameAddress(baseUrl, model.base_url ?? configured?.baseUrl)
}

/** Whether two addresses are equal apart from credentials, which stored addresses lack. */
function isSameAddress(one: string, other: string | undefined): boolean {
  return other !== undefined && withoutCredentials(one) === withoutCredentials(other)
}

function ownSettings({ baseUrl, apiMode, contextWindow }: ModelChoice): Partial<Config['model']> {
  return {
    ...(baseUrl !== undefined && { base_url: baseUrl }),
    ...(apiMode !== undefined && { api_mode: toApiMode(apiMode) }),
    ...(contextWindow !== undefined && { context_length: contextWindow }),
  }
}

/** Validates a stored API mode. @throws {ConfigError} for an API that only an extension provides. */
function toApiMode(mode: string): NonNullable<Config['model']['api_mode']> {
  const { data } = apiMode().safeParse(mode)
  if (data) return data
  throw new ConfigError('model.api_mode', `There is no API "${mode}": there are ${apiMode().options.join(', ')}.`)
}
