import { HermesError } from '@hermes/core'

type Fetch = typeof globalThis.fetch

/**
 * Creates a fetch for the requests of a login, whose addresses a server names: the origin of the server itself, and
 * https addresses with a host name. Redirects are refused, because they would carry credentials to another place.
 * @throws {HermesError} `mcp/login` for other addresses.
 */
export function guardedFetch(fetch: Fetch, serverUrl: string): Fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (!isAllowed(url, new URL(serverUrl))) {
      throw new HermesError(
        'mcp/login',
        `The login was stopped: the server refers to ${url.origin}, which is not a public https address.`,
      )
    }
    return fetch(input, { ...init, redirect: 'error' })
  }
}

function isAllowed(url: URL, server: URL): boolean {
  if (url.origin === server.origin) return true
  // Servers under development.
  if (isLoopback(server)) return url.protocol === 'https:' || isLoopback(url)
  return url.protocol === 'https:' && !isLoopback(url) && !isAddress(url)
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname)
}

function isAddress({ hostname }: URL): boolean {
  return hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
}
