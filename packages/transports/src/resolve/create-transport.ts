import { ConfigError, type Transport } from '@hermes/core'
import { type AnthropicOptions, createAnthropicTransport } from '../anthropic/index.js'
import { createBedrockTransport } from '../bedrock/index.js'
import { createOfflineTransport } from '../offline/index.js'
import { createOpenAIChatTransport } from '../openai-chat/index.js'
import { createOpenAIResponsesTransport } from '../openai-responses/index.js'
import type { ProxyFor } from '../shared/http/proxy-for.js'
import type { CallTimeouts, HttpTransportOptions } from '../shared/http-options.js'
import type { ResolvedProvider } from './resolve-provider.js'

export interface CreateTransportOptions {
  /** Makes the requests. Default: `node:http`, with connections that are kept and used again. */
  readonly fetch?: typeof globalThis.fetch
  /** The proxy for a URL, where there is no `fetch`. Default: none. `proxyFromVariables` reads the usual variables. */
  readonly proxyFor?: ProxyFor
  /** Ask for answers in pieces. Default true. */
  readonly streaming?: boolean
  /** How long the provider caches prompts, where the request says so. Default `5m`. */
  readonly cache?: AnthropicOptions['cache']
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Default: those of the transports; a server on this machine has 30 minutes to begin, and 15 between two pieces. */
  readonly timeouts?: CallTimeouts
}

/** The transports that reach a server, by API mode. */
const factories: Readonly<Record<string, (options: HttpTransportOptions) => Transport>> = {
  anthropic_messages: createAnthropicTransport,
  bedrock_converse: createBedrockTransport,
  chat_completions: createOpenAIChatTransport,
  codex_responses: createOpenAIResponsesTransport,
}

/** A model on this machine reads a long prompt for minutes before the first word. */
const localTimeouts = { responseMs: 1_800_000, idleMs: 900_000 }

/**
 * The transport for what {@link resolveProvider} decided.
 * @throws {ConfigError} when there is none for the API mode.
 */
export function createTransport(resolved: ResolvedProvider, options: CreateTransportOptions = {}): Transport {
  if (resolved.apiMode === 'offline') return createOfflineTransport()
  const create = factories[resolved.apiMode]
  if (!create) {
    throw new ConfigError('model.api_mode', `There is no transport for the API mode "${resolved.apiMode}".`)
  }
  return create({
    ...(resolved.isLocal && { timeouts: localTimeouts }),
    ...options,
    ...resolved.aws,
    baseUrl: resolved.baseUrl,
    ...(resolved.apiKey && { apiKey: resolved.apiKey }),
    provider: {
      // A custom server is better known by its host.
      ...(resolved.provider !== 'custom' && { name: resolved.name }),
      ...(resolved.keyVariable && { keyVariable: resolved.keyVariable }),
    },
  })
}
