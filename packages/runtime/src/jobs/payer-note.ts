import { defineSessionNote } from '@hermes/core'

/** The session note that says who pays for the runs of a job, if that is not the person of the session. */
export const payerNote = defineSessionNote<string>('payer', {
  read: (value) => (typeof value === 'string' ? value : undefined),
  write: (value) => value,
})
