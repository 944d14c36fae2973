import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

export interface BodyLimit {
  /** Maximum size, in bytes. */
  readonly maxSize: number
  /** Answers a request whose body is larger. */
  readonly onError: () => Response
}

/** Rejects large bodies. A body whose declared length is within the limit is left untouched: reading it as a web stream takes longer than the request. */
export function limitBody({ maxSize, onError }: BodyLimit): MiddlewareHandler {
  const limitStream = bodyLimit({ maxSize, onError })
  return (context, next) => {
    const { req } = context
    if (req.method === 'GET' || req.method === 'HEAD') return next()
    const length = req.header('content-length')
    const isTold = length !== undefined && req.header('transfer-encoding') === undefined
    return isTold && Number.parseInt(length, 10) <= maxSize ? next() : limitStream(context, next)
  }
}
