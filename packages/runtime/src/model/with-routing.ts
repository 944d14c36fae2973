import type { JsonObject, Transport } from '@hermes/core'
import type { ResolvedProvider } from '@hermes/transports'
import type { ProviderRouting } from '../schema/provider-routing-schema.js'

/** The transport of a provider with `provider_routing` in each request, if the provider is OpenRouter. No other one knows the field. */
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

/** A server of the user may be OpenRouter under a name of their own. */
function isOpenRouter({ provider, baseUrl }: Pick<ResolvedProvider, 'provider' | 'baseUrl'>): boolean {
  return provider === 'openrouter' || URL.parse(baseUrl)?.hostname === 'openrouter.ai'
}

/** An empty list means no choice: OpenRouter would find no provider in it. */
function toField(routing: ProviderRouting): JsonObject {
  const chosen = Object.entries(routing).filter(([, value]) => !Array.isArray(value) || value.length > 0)
  return Object.fromEntries(chosen)
}
