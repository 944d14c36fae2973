import { createHash } from 'node:crypto'
import type { JsonValue } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { parseText } from './parse-text.js'
import type { SignedRequest } from './signed-request.js'

export interface WebhookEvent {
  /** What the sender calls the kind of event: `pull_request`. Absent if it does not say. */
  readonly name?: string
  /** The same for each redelivery. */
  readonly deliveryId: string
  readonly data: JsonValue
}

const nameHeaders = ['x-github-event', 'x-gitlab-event', 'x-event-type']
const idHeaders = [
  'x-github-delivery',
  'webhook-id',
  'x-gitlab-event-uuid',
  'idempotency-key',
  'i-twilio-idempotency-token',
  'x-request-id',
]

/** Reads an event: JSON, or a form. `undefined` when it is neither. */
export function toWebhookEvent({ headers, body }: Pick<SignedRequest, 'headers' | 'body'>): WebhookEvent | undefined {
  const data = parse(new TextDecoder().decode(body), headers.get('content-type') ?? '')
  if (data === undefined) return undefined
  const name = first(nameHeaders, headers) ?? textOf(data, 'type', 'event', 'event_type')
  const id = first(idHeaders, headers) ?? textOf(data, 'event_id', 'id')
  return { ...(name !== undefined && { name }), deliveryId: id ?? hash(body), data }
}

function parse(body: string, type: string): JsonValue | undefined {
  if (type.startsWith('application/x-www-form-urlencoded')) {
    const fields = Object.fromEntries(new URLSearchParams(body))
    // GitHub and Slack may send their JSON in a field.
    return fields.payload === undefined ? fields : parseText(fields.payload)
  }
  return parseText(body)
}

function first(names: readonly string[], headers: Headers): string | undefined {
  return names.map((name) => headers.get(name)).find((value) => value !== null && value !== '') ?? undefined
}

function textOf(data: JsonValue, ...names: readonly string[]): string | undefined {
  if (!isRecord(data)) return undefined
  const found = names.map((name) => data[name]).find((value) => typeof value === 'string' && value !== '')
  return typeof found === 'string' ? found : undefined
}

function hash(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex')
}
