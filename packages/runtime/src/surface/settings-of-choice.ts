import { type Choice, ConfigError } from '@hermes/core'
import { nearestNames } from '@hermes/safety'
import { isReplay } from '../model/choose-transport.js'
import type { Config } from '../schema/config-schema.js'
import { defaultPersonalities } from '../schema/personalities.js'

/** The same text: the same choice. */
export function keyOfChoice(choice: Choice): string {
  const { model, provider, reasoning, toolsets, personality, approvals } = choice
  return JSON.stringify([model, provider, reasoning, toolsets, personality, approvals])
}

/**
 * The settings that a choice changes the model by; `undefined` where it leaves the model alone. What the config says of its own
 * model (window, longest answer) does not count for another one, and its address and key not for another provider.
 */
export function modelSettings(config: Config, { model, provider }: Choice): Config | undefined {
  // A recording answers everything.
  if (isReplay(config)) return undefined
  const { transport, ...others } = config
  const { context_length: _, max_tokens: __, ...place } = config.model
  const isElsewhere = provider !== undefined && provider !== config.model.provider
  if (isElsewhere) {
    const { streaming } = config.model
    return { ...others, model: { provider, default: model ?? '', streaming } }
  }
  if (model === undefined || model === config.model.default) return undefined
  return { ...others, ...(transport && { transport }), model: { ...place, default: model } }
}

/** The settings with the reasoning that was chosen. */
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
