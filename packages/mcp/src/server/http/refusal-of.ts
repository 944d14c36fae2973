import { createHash, timingSafeEqual } from 'node:crypto'
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server'

export interface AccessRules {
  /** Whether only programs of this machine can reach the server. They must call it by a name of this machine. */
  readonly isLoopback: boolean
  /** The host names of web pages that may connect, in addition to those of this machine. */
  readonly origins: readonly string[]
}

/**
 * Returns the answer to a request that must not be served, or `undefined` if it may be. A page in a browser on the same
 * machine must not reach the server under a name that resolves to it.
 */
export function refusalOf(request: Request, { isLoopback, origins }: AccessRules): Response | undefined {
  const { headers } = request
  const origin = validateOriginHeader(headers.get('origin'), [...localhostAllowedOrigins(), ...origins])
  if (!origin.ok) return refuse(403, 'This origin may not connect.')
  if (isLoopback && !validateHostHeader(headers.get('host'), localhostAllowedHostnames()).ok) {
    return refuse(403, 'This server only answers to the name of this machine.')
  }
  return undefined
}

/** Returns the holder whose token the request has. */
export function holderOf<Holder extends { readonly token: string }>(
  { headers }: Request,
  holders: readonly Holder[],
): Holder | undefined {
  const [, given] = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  if (given === undefined) return undefined
  // All tokens are compared, so that the time reveals nothing.
  const [found] = holders.filter(({ token }) => timingSafeEqual(digest(given), digest(token)))
  return found
}

export function refuseStranger(): Response {
  return refuse(401, 'The token is missing or wrong.', { 'www-authenticate': 'Bearer' })
}

function refuse(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }, { status, headers })
}

/** Hashes a text to a fixed length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
