import type { Context } from 'hono'
import { idempotencyHeader } from '../../request/idempotency-key.js'
import { noRetry } from '../../request/no-retry.js'
import { RequestError } from '../../request/request-error.js'
import type { RunEnd, RunRecord } from '../record/run-record.js'
import type { RunServices, Started } from '../start/start-run.js'
import { whenRunEnds } from './when-run-ends.js'

/** A run that has ended. */
export interface EndedRun {
  readonly run: RunRecord
  readonly end: RunEnd
}

/**
 * Waits for the end of a run, even if another process takes it over.
 * @throws {RequestError} 503 when this process stops first.
 */
export async function requireEnd(context: Context, started: Started, services: RunServices): Promise<EndedRun> {
  const ended = await endOf(started, services, context.req.raw.signal)
  if (ended) return ended
  const message = 'This gateway stops, and another one answers the request.'
  // With its key, the request gets the answer from the other process.
  const isRepeatable = context.req.header(idempotencyHeader) !== undefined
  throw isRepeatable
    ? new RequestError(503, 'taken_elsewhere', `${message} Repeat it.`, { headers: { 'retry-after': '5' } })
    : new RequestError(503, 'taken_elsewhere', `${message} Read its session.`, { headers: noRetry })
}

/** Returns `undefined` if this process stops first, or `signal` is aborted. */
export async function endOf(
  started: Started,
  services: RunServices,
  signal: AbortSignal,
): Promise<EndedRun | undefined> {
  const here = 'live' in started ? await started.live.ended : undefined
  if ('live' in started && here) return { run: started.live.record, end: here }
  const run = await whenRunEnds('live' in started ? started.live.record : started.earlier, services, signal)
  return run.end && { run, end: run.end }
}
