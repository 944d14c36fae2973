import { defineSessionNote } from '@hermes/core'

/** Who pays for the runs of a job in a session, where that is not the person of the session. */
export const payerNote = defineSessionNote<string>('payer', {
  read: (value) => (typeof value === 'string' ? value : undefined),
  write: (value) => value,
})
