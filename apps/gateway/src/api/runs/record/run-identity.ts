import type { SessionId } from '@hermes/core'
import type { Context } from 'hono'
import type { Caller } from '../../request/caller.js'
import { fingerprintOf } from '../../request/fingerprint.js'
import { idempotencyKey } from '../../request/idempotency-key.js'
import { type KeyedRequests, newRunId } from '../../request/keyed-requests.js'

export interface IdentityOptions {
  readonly prefix: 'run' | 'resp'
  readonly caller: Caller
  /** The body of the request. */
  readonly body: object
}

export interface RunIdentity {
  readonly id: string
  readonly fingerprint: string
  /** The session of a request with an `Idempotency-Key`, if it names no other place. Default: a new one. */
  readonly newSessionId?: SessionId
}

/**
 * Returns the identity of a new run. Requests with one `Idempotency-Key` have the same identity for 24 hours, at any gateway.
 * @throws {RequestError} when the key was used with another request.
 */
export async function runIdentity(
  context: Context,
  { prefix, caller, body }: IdentityOptions,
  { keyedRequests }: { readonly keyedRequests: KeyedRequests },
): Promise<RunIdentity> {
  const key = idempotencyKey(context)
  const fingerprint = fingerprintOf(body)
  if (key === undefined) return { id: newRunId(prefix), fingerprint }
  const { inputId, sessionId } = await keyedRequests.place({ kind: prefix, key, caller, body })
  return { id: inputId, fingerprint, newSessionId: sessionId }
}
