import type { WorkItem, WorkQueue } from '@hermes/core/queue'
import type { ValueTable } from '@hermes/core/sessions'
import type { WebhookRoute } from '@hermes/runtime'
import * as z from 'zod'
import { storedValue } from '../../stored-value.js'
import { webhookQueue } from '../event/event-queue.js'

export interface BurstsOptions {
  readonly queue: Pick<WorkQueue, 'list'>
  readonly values: ValueTable
  readonly now: () => number
}

/** Events that replace each other. */
export interface Bursts {
  /**
   * Decides about an event whose quiet time is over.
   * @returns the number of earlier events that were left out, or `undefined` if a later one replaces this event.
   */
  take(item: WorkItem, settings: NonNullable<WebhookRoute['coalesce']>): Promise<number | undefined>
}

const namespace = 'webhooks.bursts'
const burst = z.object({ firstAtMs: z.number(), leftOut: z.array(z.string()) })

export function createBursts({ queue, values, now }: BurstsOptions): Bursts {
  return {
    async take({ id, lane, putAtMs }, { max_seconds: maxSeconds }) {
      const waiting = await queue.list({ queue: webhookQueue, lane, status: 'waiting' })
      const stored = storedValue(burst, await values.get(namespace, lane)) ?? { firstAtMs: putAtMs, leftOut: [] }
      const isLate = now() >= stored.firstAtMs + maxSeconds * 1000
      if (waiting.length > 0 && !isLate) {
        // Recorded by id, because the same event may be decided again after a crash.
        const leftOut = [...new Set([...stored.leftOut, id])]
        await values.update(namespace, lane, () => ({ firstAtMs: stored.firstAtMs, leftOut }))
        return undefined
      }
      await values.update(namespace, lane, () => undefined)
      return stored.leftOut.length
    },
  }
}
