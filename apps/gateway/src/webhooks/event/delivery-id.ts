import { createHash, randomUUID } from 'node:crypto'
import type { JsonValue } from '@hermes/core'
import type { WebhookSignature } from '@hermes/runtime'
import { isRecord } from '@hermes/safety'
import type { SignedRequest } from './signed-request.js'
import { signedTime } from './signed-time.js'

type Delivery = Pick<SignedRequest, 'headers' | 'body'> & { readonly data: JsonValue }

/**
 * Returns an id that is the same for each redelivery of an event, and for no other event. An event without an id is always new,
 * because two alerts may have the same text.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 * @see https://docs.github.com/webhooks/webhook-events-and-payloads#delivery-headers
 * @see https://docs.gitlab.com/user/project/integrations/webhooks/#delivery-headers
 * @see https://docs.slack.dev/apis/events-api/
 * @see https://docs.stripe.com/webhooks#handle-duplicate-events
 * @see https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides
 */
export function deliveryId(scheme: WebhookSignature, delivery: Delivery): string {
  return schemes[scheme](delivery) ?? randomUUID()
}

const inHeader =
  (...names: readonly string[]) =>
  ({ headers }: Delivery) =>
    names.map((name) => headers.get(name)).find((value) => value !== null && value !== '') ?? undefined

const ofSender = inHeader('idempotency-key', 'webhook-id')

// If a scheme signs an id, no other id counts. Otherwise, anyone who has recorded a delivery could send it again with a new one.
const schemes: Readonly<Record<WebhookSignature, (delivery: Delivery) => string | undefined>> = {
  standard: inHeader('webhook-id'),
  github: inHeader('x-github-delivery'),
  // `X-Gitlab-Event-UUID` is the same for all events that a webhook triggers recursively.
  gitlab: inHeader('idempotency-key', 'x-gitlab-webhook-uuid'),
  slack: (delivery) => textOf(delivery.data, 'event_id') ?? hash(signedTime.slack(delivery.headers), delivery),
  stripe: (delivery) => textOf(delivery.data, 'id') ?? hash(signedTime.stripe(delivery.headers), delivery),
  twilio: inHeader('i-twilio-idempotency-token'),
  'generic-v2': (delivery) => hash(signedTime['generic-v2'](delivery.headers), delivery),
  'generic-v1': ofSender,
  bearer: ofSender,
  none: ofSender,
}

function textOf(data: JsonValue, name: string): string | undefined {
  const value = isRecord(data) ? data[name] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns a hash of the signed content. The same alert, signed again, is another event. */
function hash(time: string, { body }: Delivery): string {
  return createHash('sha256').update(`${time}.`).update(body).digest('hex')
}
