import { ConfigError } from '@hermes/core'
import type { ErrorContext } from './errors/error-context.js'
import type { ProxyFor } from './http/proxy-for.js'

/** The options of every transport over HTTP. */
export interface HttpTransportOptions {
  /** Default: no key is sent. The environment is never read. */
  readonly apiKey?: string
  /** The address of the server. */
  readonly baseUrl?: string
  /** Sends the requests. Default: `node:http` with keep-alive connections. */
  readonly fetch?: typeof globalThis.fetch
  /**
   * The proxy for a URL. Not used with a custom `fetch`. `proxyFromVariables` of `@hermes/transports` reads the usual variables. Default:
   * none.
   */
  readonly proxyFor?: ProxyFor
  /** Added to every request. Other headers are only the key and those that the API requires. */
  readonly headers?: Readonly<Record<string, string>>
  /** The id of the transport, under which replay state is stored. */
  readonly id?: string
  /** Whether to stream answers. Default true. Disable it for servers with faulty streams. */
  readonly streaming?: boolean
  readonly timeouts?: CallTimeouts
  /** The name of the provider in errors. */
  readonly provider?: ProviderLabel
}

export interface CallTimeouts {
  /** The time limit until the answer starts, in milliseconds. Default 10 minutes. `Infinity`: no limit. */
  readonly responseMs?: number
  /** The time limit between two parts of an answer, in milliseconds. Default 5 minutes. `Infinity`: no limit. */
  readonly idleMs?: number
}

export interface ProviderLabel {
  /** Default: the host. */
  readonly name?: string
  /** The environment variable of the key. */
  readonly keyVariable?: string
  /** The ids of other providers whose keys have this variable. */
  readonly siblings?: readonly string[]
}

/** @throws {ConfigError} when the text is not an http(s) URL. */
export function parseBaseUrl(text: string): URL {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol)) return url
  throw new ConfigError('model.base_url', `"${text}" is not a base URL: write it like https://host/v1.`)
}

/** The values for error messages, except the model. */
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
