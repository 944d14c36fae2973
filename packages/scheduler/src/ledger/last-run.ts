import * as z from 'zod'
import type { Receipt, Run } from './run.js'

/** The outcome of the latest run of a job that was not skipped. */
export const lastRun = z
  .object({
    /**
     * `blocked_config`: it could not start with the settings. `delivery_failed`: it completed, and a target did not get
     * the result. `unverified`: it completed, and it is unknown whether a target has the result. `queued`: it
     * completed, and the result waits for a target.
     */
    status: z.enum(['completed', 'failed', 'blocked_config', 'cut-off', 'delivery_failed', 'unverified', 'queued']),
    startedAtMs: z.number(),
  })
  .readonly()
export type LastRun = z.infer<typeof lastRun>

/** Returns the outcome of a run. @returns `undefined` for a run that was skipped or has not ended. */
export function lastRunOf(run: Run): LastRun | undefined {
  const status = statusOf(run)
  return status && { status, startedAtMs: run.startedAtMs }
}

function statusOf({ state, reason = '', deliveries }: Run): LastRun['status'] | undefined {
  if (state === 'skipped' || state === 'running') return undefined
  if (state === 'failed') return reason.startsWith('blocked_config:') ? 'blocked_config' : 'failed'
  if (state === 'cut-off') return state
  const has = (wanted: Receipt['state']) => deliveries.some((receipt) => receipt.state === wanted)
  if (has('failed')) return 'delivery_failed'
  if (has('unknown')) return 'unverified'
  return has('waiting') ? 'queued' : 'completed'
}
