import { createHash, timingSafeEqual } from 'node:crypto'
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server'

export interface AccessRules {
  /** Whether only programs of this machine reach the server. They must call it by a name of this machine. */
  readonly isLoopback: boolean
  /** The host names of web pages that may connect, in addition to those of this machine. */
  readonly origins: readonly string[]
}

/**
 * The answer to a request that may not be served; `undefined` if it may. A page in a browser of the same machine must not reach the server
 * with a name that resolves to it.
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

/** The one of these whose token the request has. */
export function holderOf<Holder extends { readonly token: string }>(
  { headers }: Request,
  holders: readonly Holder[],
): Holder | undefined {
  const [, given] = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  if (given === undefined) return undefined
  // All are compared, so that the time tells nothing.
  const [found] = holders.filter(({ token }) => timingSafeEqual(digest(given), digest(token)))
  return found
}

export function refuseStranger(): Response {
  return refuse(401, 'The token is missing or wrong.', { 'www-authenticate': 'Bearer' })
}

function refuse(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }, { status, headers })
}

/** Of one length for all texts. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
