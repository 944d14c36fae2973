import { TransportError } from '@hermes/core'

type Headers = Readonly<Record<string, string>>

/** The headers of every call. Those of the caller count, whatever the case of their names. */
export function jsonHeaders(own: Headers, fromCaller: Headers = {}): Headers {
  return {
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': 'hermes',
    ...own,
    ...lowerCased(fromCaller),
  }
}

export function lowerCased(headers: Headers = {}): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** The address of a route below a base URL, whose query is kept. */
export function routeUrl(baseUrl: string, path: `/${string}`): string {
  const url = new URL(baseUrl)
  url.pathname = url.pathname.replace(/\/$/, '') + path
  return url.href
}

/**
 * The key without what a copy may have left around it; `undefined` when there is none.
 * @throws {TransportError} `auth`, when no header can carry it.
 */
export function cleanKey(apiKey: string | undefined): string | undefined {
  const key = apiKey?.trim()
  if (key !== undefined && /[^\x21-\x7e]/.test(key)) {
    throw new TransportError('auth', 'The API key holds characters that no key has: copy it again, without spaces.')
  }
  return key || undefined
}
