import { ConfigError, type ProviderData } from '@hermes/core'
import type { RuntimeModel } from './runtime-model.js'

interface FastMode {
  readonly models: RegExp
  /** Request options by the id of the transport. */
  readonly options: ProviderData
}

const priority = { service_tier: 'priority' }

/** The providers that have a fast mode at a higher price, and the models that support it. */
const fastModes: Readonly<Record<string, FastMode>> = {
  openai: {
    models:
      /^(?:gpt-5(?:\.\d+)?(?:-mini|-codex)?|gpt-4\.1(?:-mini|-nano)?|gpt-4o(?:-mini)?|o3|o4-mini)(?:-\d{4}-\d{2}-\d{2})?$/,
    options: { 'openai-chat': priority, 'openai-responses': priority },
  },
  anthropic: { models: /^claude-opus-4-[67](?:-\d{8})?$/, options: { anthropic: { speed: 'fast' } } },
}

/** Whether the options of a request to one transport turn on its fast mode. */
export function isFast(options: ProviderData[string] | undefined): boolean {
  return options?.service_tier === 'priority' || options?.speed === 'fast'
}

/**
 * Returns the request options for the fast mode of a model.
 * @throws {ConfigError} when the provider has no fast mode for it.
 */
export function fastOptions({ provider, id }: Pick<RuntimeModel, 'provider' | 'id'>): ProviderData {
  const mode = Object.hasOwn(fastModes, provider) ? fastModes[provider] : undefined
  if (mode?.models.test(id)) return mode.options
  const reason = mode ? `${provider} has no fast mode for ${id}` : `${provider} has no fast mode`
  throw new ConfigError('speed', `${id} (${provider}) cannot answer faster: ${reason}.`)
}
