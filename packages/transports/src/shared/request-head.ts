import { TransportError } from '@hermes/core'

type Headers = Readonly<Record<string, string>>

/** Returns the headers of every call. The caller's headers take precedence; names are case-insensitive. */
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

/** Appends a path to a base URL, keeping its query. */
export function routeUrl(baseUrl: string, path: `/${string}`): string {
  const url = new URL(baseUrl)
  url.pathname = url.pathname.replace(/\/$/, '') + path
  return url.href
}

/**
 * Removes surrounding whitespace from a key. Returns `undefined` when nothing is left.
 * @throws {TransportError} `auth` when the key has characters that a header cannot contain.
 */
export function cleanKey(apiKey: string | undefined): string | undefined {
  const key = apiKey?.trim()
  if (key !== undefined && /[^\x21-\x7e]/.test(key)) {
    throw new TransportError('auth', 'The API key contains invalid characters: copy it again, without spaces.')
  }
  return key || undefined
}
