import type { ApiMode } from '@hermes/core'
import type { ProviderPreset } from './providers.js'

/** Returns the API of a provider: the one set by the user, else the one that the address implies, else that of the preset. */
export function apiModeOf(
  preset: ProviderPreset,
  { apiMode, baseUrl }: { readonly apiMode?: ApiMode; readonly baseUrl?: string },
): ApiMode {
  if (apiMode) return apiMode
  if (!baseUrl) return preset.apiMode
  if (hasAnthropicPath(baseUrl)) return 'anthropic_messages'
  return hasAnthropicPath(preset.baseUrl) ? 'chat_completions' : preset.apiMode
}

/** Whether the URL belongs to Anthropic's API, which providers with both APIs serve under `/anthropic`. */
function hasAnthropicPath(url: string): boolean {
  return /\/anthropic(\/|$)/.test(URL.parse(url)?.pathname ?? '')
}
