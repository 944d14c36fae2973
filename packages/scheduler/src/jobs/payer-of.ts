import type { Job } from './job.js'

/** Returns who pays for the runs of a job, as named in sessions, or `undefined` for the owner. */
export function payerOf({ payer, userId }: Job): string | undefined {
  return payer ?? userId
}
