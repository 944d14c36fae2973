import { isDeepStrictEqual } from 'node:util'
import { type Choice, ConfigError } from '@hermes/core'
import { nearestNames } from '@hermes/safety'
import { isReplay } from '../model/choose-transport.js'
import type { RuntimeModel } from '../model/runtime-model.js'
import type { Config } from '../schema/config-schema.js'
import { defaultPersonalities } from '../schema/personalities.js'
import { apiMode } from '../schema/provider-schema.js'

/** Equal for equal choices. */
export function keyOfChoice(choice: Choice): string {
  const { model, provider, baseUrl, apiMode, contextWindow, reasoning, speed, toolsets, personality, approvals } =
    choice
  return JSON.stringify([
    ...[model, provider, baseUrl, apiMode, contextWindow],
    ...[reasoning, speed, toolsets, personality, approvals],
  ])
}

/**
 * The settings with a choice of model applied; `undefined` if the choice does not change the model. The configured window and output
 * limit do not apply to another model, and the configured address and key not to another server.
 */
export function modelSettings(config: Config, choice: Choice, main: RuntimeModel): Config | undefined {
  // A recording replaces all providers.
  if (isReplay(config)) return undefined
  const { transport, ...others } = config
  const { provider, model = '' } = choice
  if (isElsewhere(config, choice, main)) {
    const { streaming } = config.model
    return { ...others, model: { provider: provider ?? 'custom', default: model, streaming, ...ownSettings(choice) } }
  }
  const isOther = model !== '' && model !== config.model.default && model !== main.id
  const changes = { ...(isOther && { default: model }), ...ownSettings(choice) }
  const { context_length: _, max_tokens: __, ...place } = config.model
  const changed = { ...(isOther ? place : config.model), ...changes }
  if (isDeepStrictEqual(changed, config.model)) return undefined
  return { ...others, ...(transport && { transport }), model: changed }
}

/** Whether the choice uses another server than the config. */
function isElsewhere({ model }: Config, { provider, baseUrl }: Choice, main: RuntimeModel): boolean {
  if (provider !== undefined && provider !== model.provider && provider !== main.provider) return true
  return baseUrl !== undefined && baseUrl !== (model.base_url ?? main.baseUrl)
}

function ownSettings({ baseUrl, apiMode, contextWindow }: Choice): Partial<Config['model']> {
  return {
    ...(baseUrl !== undefined && { base_url: baseUrl }),
    ...(apiMode !== undefined && { api_mode: toApiMode(apiMode) }),
    ...(contextWindow !== undefined && { context_length: contextWindow }),
  }
}

/** @throws {ConfigError} for an API that only an extension has. */
function toApiMode(mode: string): NonNullable<Config['model']['api_mode']> {
  const { data } = apiMode.safeParse(mode)
  if (data) return data
  throw new ConfigError('model.api_mode', `There is no API "${mode}": there are ${apiMode.options.join(', ')}.`)
}

/** The settings with the chosen reasoning effort. */
export function withReasoning(config: Config, { reasoning }: Choice): Config {
  if (reasoning === undefined) return config
  return { ...config, agent: { ...config.agent, reasoning_effort: reasoning === 'off' ? 'none' : reasoning } }
}

/** @throws {ConfigError} when there is no such personality. */
export function personalityText({ personalities }: Config, { personality: name }: Choice): string | undefined {
  if (name === undefined) return undefined
  const known = { ...defaultPersonalities, ...personalities }
  const text = Object.hasOwn(known, name) ? known[name] : undefined
  if (text !== undefined) return text
  const names = Object.keys(known)
  const [near] = nearestNames(name, names)
  throw new ConfigError(
    'personalities',
    `There is no personality "${name}": ${near ? `did you mean "${near}"?` : `there are ${names.join(', ')}.`}`,
  )
}
