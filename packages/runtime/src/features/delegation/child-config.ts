import { isReplay } from '../../model/choose-transport.js'
import type { Config } from '../../schema/config-schema.js'

/**
 * Returns the settings by which sub-agents choose their provider; `undefined` if they share the provider of the conversation, with its
 * fallbacks. A separate model or provider has no fallbacks except those in `delegation.fallback_providers`.
 * @param model The model that a task requests.
 */
export function childConfig(config: Config, model?: string): Config | undefined {
  const { delegation: own, model: main } = config
  // A recording replaces all providers.
  if (isReplay(config)) return undefined
  const isElsewhere = own.provider !== '' || own.base_url !== undefined
  const wanted = model ?? own.model
  if (!isElsewhere && wanted === '') return undefined
  const { context_length: _, max_tokens: __, base_url, api_key, api_mode, ...shared } = main
  const place = isElsewhere ? { provider: own.provider || 'custom' } : { base_url, api_key, api_mode }
  const { transport, ...others } = config
  return {
    ...others,
    ...(!isElsewhere && transport && { transport }),
    fallback_providers: own.fallback_providers,
    model: {
      ...shared,
      ...place,
      ...(own.base_url && { base_url: own.base_url }),
      ...(own.api_key && { api_key: own.api_key }),
      ...(own.api_mode && { api_mode: own.api_mode }),
      default: wanted,
    },
  }
}
