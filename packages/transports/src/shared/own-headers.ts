import { TransportError } from '@hermes/core'

/**
 * The named headers and those that every call needs, without what an SDK adds by itself: details of this machine, and headers
 * from environment variables that the user means for the SDK's maker and not for whatever server this is.
 */
export function ownHeaders(headers: Headers, names: readonly string[]): Readonly<Record<string, string>> {
  const wanted = new Set(['accept', 'authorization', 'content-type', ...names.map((name) => name.toLowerCase())])
  return Object.fromEntries([...headers].filter(([name]) => wanted.has(name)))
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
