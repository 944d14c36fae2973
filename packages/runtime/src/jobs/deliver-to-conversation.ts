import { HermesError, type SessionStore } from '@hermes/core'
import { claimConversation, resolveSession, rootOf } from '@hermes/core/sessions'
import type { Delivery } from '@hermes/scheduler'
import { inheritOrigins, originsOf } from './inherit-origins.js'

/**
 * The target `origin`: a message at the end of the conversation that created the job. It waits for a turn under way. What the run has read
 * counts as read by the conversation.
 */
export function deliverToConversation(store: SessionStore, now: () => number): Delivery {
  return {
    serves: (target) => target === 'origin',
    isIdempotent: true,
    async send(message, { signal }) {
      const { origin } = message.job
      if (origin === undefined) throw new HermesError('schedule/job', 'No conversation created this job.')
      const root = await rootOf(store, await resolveSession(store, origin))
      await using claimed = await claimConversation(store, root.id, { signal })
      const { id } = await resolveSession(store, root.id)
      const known = await store.messages.load(id)
      if (known.some(({ platformMessageId }) => platformMessageId === message.id)) return root.id
      await inheritOrigins(claimed.store, id, await originsOf(store, message.run.sessionId))
      const content = `[Scheduled job "${message.job.name}"]\n\n${message.text}`
      const entry = {
        message: { role: 'assistant', content },
        timestampMs: now(),
        platformMessageId: message.id,
      } as const
      await claimed.store.messages.append(id, [entry])
      return root.id
    },
  }
}
