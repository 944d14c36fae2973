import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { Caller } from '../request/caller.js'
import { fingerprintOf } from '../request/fingerprint.js'
import { idempotencyKey, idempotencyMs, keyConflict } from '../request/idempotency-key.js'
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
  const { id, earlier } = await latest([caller.userId ?? '', key], prefix, runs)
  if (!earlier) return { id, fingerprint }
  if (earlier.fingerprint === fingerprint) return { earlier }
  throw keyConflict()
}

/** The run of the key that still counts. Older ones keep their ids, which are part of those of the next ones. */
async function latest(names: readonly string[], prefix: string, runs: Pick<RunBook, 'get'>) {
  for (const path = [...names]; ; ) {
    const id = `${prefix}_${fingerprintOf(path)}`
    const earlier = await runs.get(id)
    if (!earlier || earlier.createdAtMs >= Date.now() - idempotencyMs) return { id, earlier }
    path.push(id)
  }
}
