import { HermesError, type SessionStore } from '@hermes/core'
import { resolveSession, rootOf } from '@hermes/core/sessions'
import type { Delivery } from '@hermes/scheduler'
import { appendResult } from './append-result.js'

/**
 * Delivers to the end of the conversation that created the job. Waits for a running turn to end. What the run has read counts as read by the conversation.
 */
export function deliverToConversation(store: SessionStore, now: () => number): Delivery {
  return {
    serves: (target) => target === 'origin',
    isIdempotent: true,
    async send({ id, job, run, text }, { signal }) {
      const { origin } = job
      if (origin === undefined) throw new HermesError('schedule/job', 'No conversation created this job.')
      const root = await rootOf(store, await resolveSession(store, origin))
      const content = `[Scheduled job "${job.name}"]\n\n${text}`
      await appendResult(store, root.id, { id, content, runSessionId: run.sessionId }, { signal, now })
      return root.id
    },
  }
}
