import type { ModelRequest, Transport } from '@hermes/core'
import { type CreateTransportOptions, createTransport } from '../resolve/create-transport.js'
import type { ResolvedProvider } from '../resolve/resolve-provider.js'
import { copilotCallHeaders, copilotHeaders } from './copilot-headers.js'
import type { TokenSet } from './token-set.js'

/** Creates the transport for a login, in the request format that the provider requires for login tokens. */
export function createLoginTransport(
  resolved: ResolvedProvider,
  tokens: TokenSet,
  options: CreateTransportOptions = {},
): Transport {
  const target = { ...resolved, apiKey: tokens.accessToken }
  switch (resolved.provider) {
    case 'openai-codex':
      return codexTransport(target, tokens, options)
    case 'copilot':
      return copilotTransport(target, options)
    default:
      return createTransport(target, options)
  }
}

/** Creates the transport for Codex's backend, which requires streaming and instructions and accepts no output limit. */
function codexTransport(target: ResolvedProvider, { accountId }: TokenSet, options: CreateTransportOptions): Transport {
  const headers = {
    'openai-beta': 'responses=experimental',
    originator: 'hermes',
    ...(accountId && { 'chatgpt-account-id': accountId }),
  }
  const inner = createTransport(target, { ...options, streaming: true, headers: { ...options.headers, ...headers } })
  return {
    ...inner,
    stream: ({ maxOutputTokens: _, ...request }, callOptions) =>
      inner.stream({ ...request, system: request.system || 'You are a helpful assistant.' }, callOptions),
  }
}

/** Creates one transport per combination of call headers, because the headers of a transport are fixed. */
function copilotTransport(target: ResolvedProvider, options: CreateTransportOptions): Transport {
  const byKind = new Map<string, Transport>()
  function transportFor(request: ModelRequest): Transport {
    const callHeaders = copilotCallHeaders(request)
    const kind = JSON.stringify(callHeaders)
    const headers = { ...options.headers, ...copilotHeaders, ...callHeaders }
    const transport = byKind.get(kind) ?? createTransport(target, { ...options, headers })
    byKind.set(kind, transport)
    return transport
  }
  const { id, apiMode } = createTransport(target, options)
  return { id, apiMode, stream: (request, callOptions) => transportFor(request).stream(request, callOptions) }
}
