import { createHash, randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { Caller } from '../request/caller.js'
import { idempotencyKey } from '../request/idempotency-key.js'
import { RequestError } from '../request/request-error.js'
import type { RunBook } from './run-book.js'
import type { RunRecord } from './run-record.js'

export interface IdentityOptions {
  readonly prefix: 'run' | 'resp'
  readonly caller: Caller
  /** The request. */
  readonly body: object
}

/**
 * The id of a new run. It follows from the `Idempotency-Key`, so that a repeated request finds the run of the first one.
 * @throws {RequestError} when the key was used with another request.
 */
export async function runIdentity(
  context: Context,
  { prefix, caller, body }: IdentityOptions,
  { runs }: { readonly runs: RunBook },
): Promise<{ readonly id: string; readonly fingerprint: string } | { readonly earlier: RunRecord }> {
  const key = idempotencyKey(context)
  const fingerprint = hash(body)
  if (key === undefined) return { id: `${prefix}_${randomUUID().replaceAll('-', '')}`, fingerprint }
  const id = `${prefix}_${hash([caller.userId ?? '', key])}`
  const earlier = await runs.get(id)
  if (!earlier) return { id, fingerprint }
  if (earlier.fingerprint === fingerprint) return { earlier }
  throw new RequestError(409, 'idempotency_conflict', 'This Idempotency-Key was used with another request.')
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)
}
