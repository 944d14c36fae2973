import { createHash, randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { Caller } from '../request/caller.js'
import { idempotencyKey } from '../request/idempotency-key.js'
import { RequestError } from '../request/request-error.js'
import type { RunBook } from './run-book.js'
import type { RunRecord } from './run-record.js'

/** How long a key is remembered. Clients that number their keys by the day use them again. */
const keyMs = 24 * 60 * 60 * 1000

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
  const fingerprint = hash(body)
  if (key === undefined) return { id: `${prefix}_${randomUUID().replaceAll('-', '')}`, fingerprint }
  const { id, earlier } = await latest([caller.userId ?? '', key], prefix, runs)
  if (!earlier) return { id, fingerprint }
  if (earlier.fingerprint === fingerprint) return { earlier }
  throw new RequestError(409, 'idempotency_conflict', 'This Idempotency-Key was used with another request.')
}

/** The run of the key that still counts. Older ones keep their ids, which are part of those of the next ones. */
async function latest(names: readonly string[], prefix: string, runs: Pick<RunBook, 'get'>) {
  for (const path = [...names]; ; ) {
    const id = `${prefix}_${hash(path)}`
    const earlier = await runs.get(id)
    if (!earlier || earlier.createdAtMs >= Date.now() - keyMs) return { id, earlier }
    path.push(id)
  }
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)
}
