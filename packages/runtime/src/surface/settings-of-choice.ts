import { type Choice, ConfigError } from '@hermes/core'
import { nearestNames } from '@hermes/safety'
import type { Config } from '../schema/config-schema.js'
import { personalitiesOf } from '../schema/personalities.js'

/** Returns a key that is equal for equal choices. */
export function keyOfChoice(choice: Choice): string {
  const {
    model,
    provider,
    baseUrl,
    apiMode,
    contextWindow,
    reasoning,
    speed,
    toolsets,
    personality,
    approvals,
    network,
  } = choice
  return JSON.stringify([
    ...[model, provider, baseUrl, apiMode, contextWindow],
    ...[reasoning, speed, toolsets, personality, approvals, network],
  ])
}

/** Returns the settings with the chosen reasoning effort. */
export function withReasoning(config: Config, { reasoning }: Choice): Config {
  if (reasoning === undefined) return config
  return { ...config, agent: { ...config.agent, reasoning_effort: reasoning === 'off' ? 'none' : reasoning } }
}

/** Returns the text of the chosen personality. @throws {ConfigError} when there is no such personality. */
export function personalityText(config: Config, { personality: name }: Choice): string | undefined {
  if (name === undefined) return undefined
  const known = personalitiesOf(config)
  const text = Object.hasOwn(known, name) ? known[name] : undefined
  if (text !== undefined) return text
  const names = Object.keys(known)
  const [near] = nearestNames(name, names)
  throw new ConfigError(
    'personalities',
    `There is no personality "${name}": ${near ? `did you mean "${near}"?` : `there are ${names.join(', ')}.`}`,
  )
}
