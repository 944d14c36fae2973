import type { ApiMode } from '@hermes/core'
import type { ProviderPreset } from './providers.js'

/** How a provider is spoken to: as the user says, else as the given address says, else as the preset says. */
export function apiModeOf(
  preset: ProviderPreset,
  { apiMode, baseUrl }: { readonly apiMode?: ApiMode; readonly baseUrl?: string },
): ApiMode {
  if (apiMode) return apiMode
  if (!baseUrl) return preset.apiMode
  if (hasAnthropicPath(baseUrl)) return 'anthropic_messages'
  return hasAnthropicPath(preset.baseUrl) ? 'chat_completions' : preset.apiMode
}

/** Providers that offer both wires put Anthropic's under `/anthropic`. */
function hasAnthropicPath(url: string): boolean {
  return /\/anthropic(\/|$)/.test(URL.parse(url)?.pathname ?? '')
}
