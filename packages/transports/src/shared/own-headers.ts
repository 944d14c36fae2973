import { TransportError } from '@hermes/core'

/**
 * A `fetch` that sends the named headers and those that every call needs, and drops what an SDK adds by itself: details of
 * this machine, and headers from environment variables that the user means for the SDK's maker and not for whatever server
 * this is.
 */
export function onlyOwnHeaders(fetch: typeof globalThis.fetch, names: readonly string[]): typeof globalThis.fetch {
  const wanted = new Set(['accept', 'authorization', 'content-type', ...names.map((name) => name.toLowerCase())])
  return (input, init) => {
    const headers = [...new Headers(init?.headers)].filter(([name]) => wanted.has(name))
    return fetch(input, { ...init, headers: Object.fromEntries(headers) })
  }
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
