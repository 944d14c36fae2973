import { ConfigError } from '@hermes/core'
import type { ErrorContext } from './error-context.js'
import type { ProxyFor } from './http/proxy-for.js'

/** What every transport over HTTP can be told. */
export interface HttpTransportOptions {
  /** Default: none is sent. The environment is never read. */
  readonly apiKey?: string
  /** The server's address. */
  readonly baseUrl?: string
  /** Makes the requests. Default: `node:http`, with connections that are kept and used again. */
  readonly fetch?: typeof globalThis.fetch
  /**
   * The proxy for a URL; a `fetch` of your own has to look for it by itself. `proxyFromVariables` of
   * `@hermes/transports` reads the usual variables. Default: none.
   */
  readonly proxyFor?: ProxyFor
  /** Sent with every request. Apart from these and the key, only headers that the wire needs are sent. */
  readonly headers?: Readonly<Record<string, string>>
  /** The transport's id, under which replay state is kept. */
  readonly id?: string
  /** Ask for answers in pieces. Default true; off for servers that stream badly. */
  readonly streaming?: boolean
  readonly timeouts?: CallTimeouts
  /** How errors name the provider. */
  readonly provider?: ProviderLabel
}

export interface CallTimeouts {
  /** Until the answer begins, in milliseconds. Default 10 minutes. `Infinity`: no limit. */
  readonly responseMs?: number
  /** Between two pieces of an answer, in milliseconds. Default 5 minutes. `Infinity`: no limit. */
  readonly idleMs?: number
}

export interface ProviderLabel {
  /** Default: the host. */
  readonly name?: string
  /** The environment variable that the user keeps the key in. */
  readonly keyVariable?: string
}

/** @throws {ConfigError} when the text is not an http(s) URL. */
export function parseBaseUrl(text: string): URL {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol)) return url
  throw new ConfigError('model.base_url', `"${text}" is not a base URL: write it like https://host/v1.`)
}

/** What errors name besides the model. */
export function errorContextOf(options: HttpTransportOptions, baseUrl: string): Omit<ErrorContext, 'model'> {
  const { apiKey, provider = {} } = options
  return {
    provider: provider.name ?? parseBaseUrl(baseUrl).host,
    baseUrl,
    ...(apiKey && { apiKey }),
    ...(provider.keyVariable && { keyVariable: provider.keyVariable }),
  }
}
