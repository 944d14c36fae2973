import type { JsonValue } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import type { WebhookEvent } from './webhook-event.js'

/** The queue of accepted events. */
export const webhookQueue = 'webhooks'

/** An accepted event. */
export interface QueuedEvent {
  readonly route: string
  readonly event: WebhookEvent
}

/** Returns the event as text, which the queue keeps unchanged. */
export function toPayload(queued: QueuedEvent): JsonValue {
  return JSON.stringify(queued)
}

/** Returns `undefined` for a value that another version wrote. */
export function fromPayload(value: JsonValue): QueuedEvent | undefined {
  if (typeof value !== 'string') return undefined
  const { route, event }: { route?: unknown; event?: unknown } = Object(JSON.parse(value))
  if (typeof route !== 'string' || !isRecord(event) || typeof event.deliveryId !== 'string') return undefined
  const { name, deliveryId, data } = event
  return { route, event: { deliveryId, data: toJson(data), ...(typeof name === 'string' && { name }) } }
}

function toJson(value: unknown): JsonValue {
  const json: JsonValue = JSON.parse(JSON.stringify(value ?? null))
  return json
}
