import type { WorkQueue } from '@hermes/core/queue'
import type { WebhookRoute } from '@hermes/runtime'
import { toPayload, webhookQueue } from '../event/event-queue.js'
import type { WebhookEvent } from '../event/webhook-event.js'
import { fillTemplate } from './fill-template.js'

export interface NewEvent {
  /** The name of the route. */
  readonly name: string
  readonly route: WebhookRoute
  readonly event: WebhookEvent
}

/** Stores an event so that it is answered. `isNew` is false for a redelivery. */
export async function queueEvent(
  queue: Pick<WorkQueue, 'put'>,
  { name, route, event }: NewEvent,
  nowMs: number,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const id = `${name}:${event.deliveryId}`
  const payload = toPayload({ route: name, event })
  return { id, isNew: await queue.put({ queue: webhookQueue, id, payload, ...placeOf(name, route, event, nowMs) }) }
}

/** Events of a route are answered one after the other. Events that replace each other wait for a while. */
function placeOf(name: string, { coalesce }: WebhookRoute, { data }: WebhookEvent, nowMs: number) {
  if (!coalesce) return { lane: name }
  const key = fillTemplate(coalesce.key, data).slice(0, 200)
  return { lane: `${name} ${key}`, notBeforeMs: nowMs + coalesce.quiet_seconds * 1000 }
}
