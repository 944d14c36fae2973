import type { ApiScope } from '@hermes/runtime'
import type { MiddlewareHandler } from 'hono'
import { RequestError } from '../request/request-error.js'
import { type ApiKey, allows } from './api-key.js'

/** Rejects requests whose key lacks this right. */
export function requireScope(scope: ApiScope): MiddlewareHandler {
  return (context, next) => {
    checkScope(context.get('apiKey'), scope)
    return next()
  }
}

/** Checks a right. @throws {RequestError} when the key lacks it. */
export function checkScope(key: ApiKey, scope: ApiScope): void {
  if (allows(key, scope)) return
  throw new RequestError(403, 'missing_scope', `This request needs the scope "${scope}", which the key does not have.`)
}
