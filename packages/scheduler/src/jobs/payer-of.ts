import type { Job } from './job.js'

/** Who pays for the runs of a job, as sessions name people; `undefined` for the owner. */
export function payerOf({ payer, userId }: Job): string | undefined {
  return payer ?? userId
}
