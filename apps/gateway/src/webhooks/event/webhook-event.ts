import type { JsonValue } from '@hermes/core'
import type { WebhookSignature } from '@hermes/runtime'
import { isRecord } from '@hermes/safety'
import { deliveryId } from './delivery-id.js'
import { parseText } from './parse-text.js'
import type { SignedRequest } from './signed-request.js'

export interface WebhookEvent {
  /** What the sender calls the kind of event, such as `pull_request`. Absent if it does not say. */
  readonly name?: string
  /** The id of the delivery, which is the same for each redelivery. */
  readonly deliveryId: string
  readonly data: JsonValue
}

const nameHeaders = ['x-github-event', 'x-gitlab-event', 'x-event-type']
const nameFields = ['type', 'event', 'event_type']

/**
 * Reads an event, which is JSON or a form. `undefined` if it is neither.
 * @param scheme The signature scheme, which determines where the id is.
 */
export function toWebhookEvent(
  { headers, body }: Pick<SignedRequest, 'headers' | 'body'>,
  scheme: WebhookSignature,
): WebhookEvent | undefined {
  const data = parse(new TextDecoder().decode(body), headers.get('content-type') ?? '')
  if (data === undefined) return undefined
  const name = nameOf(headers, data)
  return { ...(name !== undefined && { name }), deliveryId: deliveryId(scheme, { headers, body, data }), data }
}

function parse(body: string, type: string): JsonValue | undefined {
  if (type.startsWith('application/x-www-form-urlencoded')) {
    const fields = Object.fromEntries(new URLSearchParams(body))
    // GitHub and Slack may send their JSON in a field.
    return fields.payload === undefined ? fields : parseText(fields.payload)
  }
  return parseText(body)
}

function nameOf(headers: Headers, data: JsonValue): string | undefined {
  const fields = isRecord(data) ? data : {}
  const found = [...nameHeaders.map((name) => headers.get(name)), ...nameFields.map((name) => fields[name])]
  return found.filter((name) => typeof name === 'string').find((name) => name !== '')
}
