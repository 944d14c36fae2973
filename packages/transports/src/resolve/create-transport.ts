import { ConfigError, type Transport } from '@hermes/core'
import { type AnthropicOptions, createAnthropicTransport } from '../anthropic/index.js'
import { createBedrockTransport } from '../bedrock/index.js'
import { createOfflineTransport } from '../offline/index.js'
import { createOpenAIChatTransport } from '../openai-chat/index.js'
import { createOpenAIResponsesTransport } from '../openai-responses/index.js'
import type { ProxyFor } from '../shared/http/proxy-for.js'
import type { CallTimeouts, HttpTransportOptions } from '../shared/http-options.js'
import { findPreset, siblingsOf } from './providers.js'
import type { ResolvedProvider } from './resolve-provider.js'

export interface CreateTransportOptions {
  /** HTTP client. Default: `node:http` with keep-alive connections. */
  readonly fetch?: typeof globalThis.fetch
  /** Returns the proxy for a URL; used if `fetch` is not set. Default: no proxy. `proxyFromVariables` reads the usual variables. */
  readonly proxyFor?: ProxyFor
  /** Whether to stream answers. Default: true. */
  readonly streaming?: boolean
  /** Lifetime of cached prompts, for providers that support the setting. Default: `5m`. */
  readonly cache?: AnthropicOptions['cache']
  /** Headers to send with every request. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Time limits. Default: those of the transports; for a server on this machine, 30 minutes until the first delta and
   * 15 minutes between deltas.
   */
  readonly timeouts?: CallTimeouts
}

/** Transports that call a server, by API mode. */
const factories: Readonly<Record<string, (options: HttpTransportOptions) => Transport>> = {
  anthropic_messages: createAnthropicTransport,
  bedrock_converse: createBedrockTransport,
  chat_completions: createOpenAIChatTransport,
  codex_responses: createOpenAIResponsesTransport,
}

/** A local model may process a long prompt for minutes before it returns the first token. */
const localTimeouts = { responseMs: 1_800_000, idleMs: 900_000 }

/**
 * Creates the transport for a resolved provider. See {@link resolveProvider}.
 * @throws {ConfigError} when the API mode has no transport.
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
      siblings: siblingNames(resolved),
      // The name of a custom server is its host.
      ...(resolved.provider !== 'custom' && { name: resolved.name }),
      ...(resolved.keyVariable && { keyVariable: resolved.keyVariable }),
    },
  })
}

/** Returns the ids of presets that share the key variable, because the key may belong to another region or plan of the same vendor. */
function siblingNames({ provider, keyVariable }: ResolvedProvider): readonly string[] {
  const preset = keyVariable === undefined ? undefined : findPreset(provider)
  return preset ? siblingsOf(preset).map(({ id }) => id) : []
}
