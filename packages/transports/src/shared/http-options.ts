import { ConfigError } from '@hermes/core'
import type { ErrorContext } from './errors/error-context.js'
import type { ProxyFor } from './http/proxy-for.js'

/** Options of every transport over HTTP. */
export interface HttpTransportOptions {
  /** API key. Default: none is sent. The environment is never read. */
  readonly apiKey?: string
  /** Address of the server. */
  readonly baseUrl?: string
  /** HTTP client. Default: `node:http` with keep-alive connections. */
  readonly fetch?: typeof globalThis.fetch
  /**
   * Returns the proxy for a URL. Not used with a custom `fetch`. `proxyFromVariables` of `@hermes/transports` reads the
   * usual variables. Default: no proxy.
   */
  readonly proxyFor?: ProxyFor
  /** Headers to add to every request. The only other headers are the key and those that the API requires. */
  readonly headers?: Readonly<Record<string, string>>
  /** Id of the transport, under which replay state is stored. */
  readonly id?: string
  /** Whether to stream answers. Disable it for servers with faulty streams. Default: true. */
  readonly streaming?: boolean
  readonly timeouts?: CallTimeouts
  /** Name of the provider in errors. */
  readonly provider?: ProviderLabel
}

export interface CallTimeouts {
  /** Time limit until the answer starts, in milliseconds. `Infinity` means no limit. Default: 10 minutes. */
  readonly responseMs?: number
  /** Time limit between two parts of an answer, in milliseconds. `Infinity` means no limit. Default: 5 minutes. */
  readonly idleMs?: number
}

export interface ProviderLabel {
  /** Name of the provider. Default: the host. */
  readonly name?: string
  /** Environment variable of the key. */
  readonly keyVariable?: string
  /** Ids of other providers whose keys use this variable. */
  readonly siblings?: readonly string[]
}

/** @throws {ConfigError} when the text is not an http(s) URL. */
export function parseBaseUrl(text: string): URL {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol)) return url
  throw new ConfigError('model.base_url', `"${text}" is not a base URL: write it like https://host/v1.`)
}

/** Returns the values for error messages, except the model. */
export function errorContextOf(options: HttpTransportOptions, baseUrl: string): Omit<ErrorContext, 'model'> {
  const { apiKey, provider = {} } = options
  return {
    provider: provider.name ?? parseBaseUrl(baseUrl).host,
    baseUrl,
    ...(apiKey && { apiKey }),
    ...(provider.keyVariable && { keyVariable: provider.keyVariable }),
    ...(provider.siblings && { siblings: provider.siblings }),
  }
}
