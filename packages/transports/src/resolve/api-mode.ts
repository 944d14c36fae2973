import type { ApiMode } from '@hermes/core'
import type { ProviderPreset } from './providers.js'

/** The API of a provider: set by the user, otherwise derived from the address, otherwise that of the preset. */
export function apiModeOf(
  preset: ProviderPreset,
  { apiMode, baseUrl }: { readonly apiMode?: ApiMode; readonly baseUrl?: string },
): ApiMode {
  if (apiMode) return apiMode
  if (!baseUrl) return preset.apiMode
  if (hasAnthropicPath(baseUrl)) return 'anthropic_messages'
  return hasAnthropicPath(preset.baseUrl) ? 'chat_completions' : preset.apiMode
}

/** Providers with both APIs serve Anthropic's under `/anthropic`. */
function hasAnthropicPath(url: string): boolean {
  return /\/anthropic(\/|$)/.test(URL.parse(url)?.pathname ?? '')
}
