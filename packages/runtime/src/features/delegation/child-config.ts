import { isReplay } from '../../model/choose-transport.js'
import type { Config } from '../../schema/config-schema.js'

/**
 * The settings that sub-agents choose their provider by; `undefined` where they share that of the conversation, with all
 * that stands in for it. A model or provider of their own is on its own: it fails when it cannot answer, unless
 * `delegation.fallback_providers` names others.
 * @param model The model that a task asks for.
 */
export function childConfig(config: Config, model?: string): Config | undefined {
  const { delegation: own, model: main } = config
  // A recording answers everything.
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
