import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { tokenOf } from '../../channel/subprotocol.js'

export interface AccessRules {
  readonly host: string
  readonly token: string
  /** Web pages that may connect: `https://app.example`. */
  readonly origins: readonly string[]
}

export interface Refusal {
  readonly status: 401 | 403
  readonly reason: string
}

/**
 * Returns why a client may not connect, or `undefined` if it may. Pages in a browser on the same machine must not reach
 * the server, neither directly nor under a name that resolves to it.
 */
export function refusalOf({ headers }: IncomingMessage, { host, token, origins }: AccessRules): Refusal | undefined {
  const { origin } = headers
  if (origin !== undefined && !origins.includes(origin)) return { status: 403, reason: 'This origin may not connect.' }
  const name = (headers.host ?? '').replace(/:\d+$/, '')
  if (isLoopbackName(host) && !isLoopbackName(name)) {
    return { status: 403, reason: 'This server only answers to the name of this machine.' }
  }
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim())
  const bearer = headers.authorization?.startsWith('Bearer ') ? headers.authorization.slice(7) : undefined
  const given = bearer ?? tokenOf(offered)
  if (given === undefined || !isSame(given, token)) return { status: 401, reason: 'The token is missing or wrong.' }
  return undefined
}

function isSame(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right))
}

/** Hashes a text to a fixed length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Whether only programs of this machine can reach a server under this name. */
export function isLoopbackName(name: string): boolean {
  const address = name.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(address)
  if (family === 0) return name.toLowerCase() === 'localhost'
  const loopback = new BlockList()
  loopback.addSubnet('127.0.0.0', 8)
  loopback.addAddress('::1', 'ipv6')
  return loopback.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
