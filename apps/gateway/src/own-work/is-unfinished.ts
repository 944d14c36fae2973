import type { Conversations, SubmissionEnd } from '@hermes/conversations'

/** Whether a submission ended because its process stops. The next process continues it. */
export function isUnfinished(end: SubmissionEnd, { isClosing }: Pick<Conversations, 'isClosing'>): boolean {
  if (end.status === 'left-queued' || end.status === 'elsewhere') return true
  if (end.status === 'refused') return end.reason === 'closing'
  return isClosing && end.status === 'turn' && end.result.outcome.status === 'interrupted'
}
