import type { JsonObject, Transport } from '@hermes/core'
import type { ResolvedProvider } from '@hermes/transports'
import type { ProviderRouting } from '../schema/provider-routing-schema.js'

/** Adds `provider_routing` to each request of a transport, if its provider is OpenRouter. Other providers do not know the field. */
export function withRouting(
  transport: Transport,
  resolved: Pick<ResolvedProvider, 'provider' | 'baseUrl'>,
  routing: ProviderRouting,
): Transport {
  const provider = toField(routing)
  if (Object.keys(provider).length === 0 || !isOpenRouter(resolved)) return transport
  const { id, apiMode } = transport
  return {
    id,
    apiMode,
    stream: (request, options) => {
      const { providerOptions } = request
      const own = { provider, ...providerOptions?.[id] }
      return transport.stream({ ...request, providerOptions: { ...providerOptions, [id]: own } }, options)
    },
  }
}

/** Whether a provider is OpenRouter. A server in the settings may be OpenRouter under another name. */
function isOpenRouter({ provider, baseUrl }: Pick<ResolvedProvider, 'provider' | 'baseUrl'>): boolean {
  return provider === 'openrouter' || URL.parse(baseUrl)?.hostname === 'openrouter.ai'
}

/** Converts the settings to the field. Empty lists are left out: they mean no choice, but OpenRouter would find no provider in them. */
function toField(routing: ProviderRouting): JsonObject {
  const chosen = Object.entries(routing).filter(([, value]) => !Array.isArray(value) || value.length > 0)
  return Object.fromEntries(chosen)
}
