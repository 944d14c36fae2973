import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { Caller } from '../../request/caller.js'
import { fingerprintOf } from '../../request/fingerprint.js'
import { idempotencyKey, keyConflict } from '../../request/idempotency-key.js'
import { keyedId } from '../../request/keyed-id.js'
import type { RunBook } from './run-book.js'
import type { RunRecord } from './run-record.js'

export interface IdentityOptions {
  readonly prefix: 'run' | 'resp'
  readonly caller: Caller
  /** The request. */
  readonly body: object
}

/**
 * The id of a new run. It follows from the `Idempotency-Key`, so that a repeated request finds the run of the first one, for 24 hours.
 * @throws {RequestError} when the key was used with another request.
 */
export async function runIdentity(
  context: Context,
  { prefix, caller, body }: IdentityOptions,
  { runs }: { readonly runs: RunBook },
): Promise<{ readonly id: string; readonly fingerprint: string } | { readonly earlier: RunRecord }> {
  const key = idempotencyKey(context)
  const fingerprint = fingerprintOf(body)
  if (key === undefined) return { id: `${prefix}_${randomUUID().replaceAll('-', '')}`, fingerprint }
  const { id, earlier } = await keyedId([caller.userId ?? '', key], `${prefix}_`, runs.get)
  if (!earlier) return { id, fingerprint }
  if (earlier.fingerprint === fingerprint) return { earlier }
  throw keyConflict()
}
