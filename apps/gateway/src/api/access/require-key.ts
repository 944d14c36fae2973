import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { errorResponse } from '../request/error-response.js'
import type { ApiKey } from './api-key.js'
import type { KeysInForce } from './keys-in-force.js'

declare module 'hono' {
  interface ContextVariableMap {
    /** The key of the request. Set by {@link requireKey}. */
    readonly apiKey: ApiKey
  }
}

/** Rejects requests without one of the bearer keys. Takes the same time for all wrong keys. */
export function requireKey(keys: KeysInForce): MiddlewareHandler {
  let known: KnownKeys = { keys: [], digests: [] }
  return async (context, next) => {
    const [, given] = /^Bearer (.+)$/i.exec(context.req.header('authorization') ?? '') ?? []
    const sent = given === undefined ? undefined : digest(given)
    const current = await keys()
    if (known.keys !== current) known = { keys: current, digests: current.map(({ secret }) => digest(secret)) }
    const { digests } = known
    const [found] = sent ? current.filter((_, index) => isSame(digests[index], sent)) : []
    if (!found) {
      return errorResponse(401, 'invalid_api_key', 'Send a key of this server as `Authorization: Bearer <key>`.')
    }
    context.set('apiKey', found)
    return next()
  }
}

interface KnownKeys {
  readonly keys: readonly ApiKey[]
  /** The digests, in the same order. */
  readonly digests: readonly Buffer[]
}

function isSame(known: Buffer | undefined, sent: Buffer): boolean {
  return known !== undefined && timingSafeEqual(known, sent)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
