import type { WebhookSignature } from '@hermes/runtime'
import { expect, test } from 'vitest'
import { toWebhookEvent } from './webhook-event.js'

interface Delivery {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

function idOf(scheme: WebhookSignature, { headers = {}, body = { status: 'down' } }: Delivery): string | undefined {
  const request = { headers: new Headers(headers), body: Buffer.from(JSON.stringify(body)) }
  return toWebhookEvent(request, scheme)?.deliveryId
}

const isSame = (scheme: WebhookSignature, [first, second]: readonly [Delivery, Delivery]) =>
  idOf(scheme, first) === idOf(scheme, second)

const stripe = (time: number) => ({ 'stripe-signature': `t=${time},v1=00` })

test.each<[WebhookSignature, string, Delivery, Delivery]>([
  [
    'standard',
    'a header of another network',
    { headers: { 'webhook-id': 'a', 'x-github-delivery': '1', 'idempotency-key': '1' } },
    { headers: { 'webhook-id': 'a', 'x-github-delivery': '2', 'idempotency-key': '2' } },
  ],
  [
    'github',
    'an Idempotency-Key',
    { headers: { 'x-github-delivery': 'a', 'idempotency-key': '1' } },
    { headers: { 'x-github-delivery': 'a', 'idempotency-key': '2' } },
  ],
  [
    'gitlab',
    'another UUID of the sending',
    { headers: { 'idempotency-key': 'a', 'x-gitlab-webhook-uuid': '1' } },
    { headers: { 'idempotency-key': 'a', 'x-gitlab-webhook-uuid': '2' } },
  ],
  [
    'slack',
    'a later time and an Idempotency-Key',
    { headers: { 'x-slack-request-timestamp': '1', 'idempotency-key': '1' }, body: { event_id: 'Ev1' } },
    { headers: { 'x-slack-request-timestamp': '2', 'idempotency-key': '2' }, body: { event_id: 'Ev1' } },
  ],
  [
    'slack',
    'nothing else, without an id',
    { headers: { 'x-slack-request-timestamp': '1', 'idempotency-key': '1' } },
    { headers: { 'x-slack-request-timestamp': '1', 'idempotency-key': '2' } },
  ],
  [
    'stripe',
    'the request id of a proxy',
    { headers: { ...stripe(1), 'x-request-id': '1' }, body: { id: 'evt_1' } },
    { headers: { ...stripe(2), 'x-request-id': '2' }, body: { id: 'evt_1' } },
  ],
  ['stripe', 'nothing else, without an id', { headers: stripe(1) }, { headers: stripe(1) }],
  [
    'twilio',
    'the request id of a proxy',
    { headers: { 'i-twilio-idempotency-token': 'a', 'x-request-id': '1' } },
    { headers: { 'i-twilio-idempotency-token': 'a', 'x-request-id': '2' } },
  ],
  [
    'generic-v2',
    'an Idempotency-Key',
    { headers: { 'x-webhook-timestamp': '1', 'idempotency-key': '1' } },
    { headers: { 'x-webhook-timestamp': '1', 'idempotency-key': '2' } },
  ],
  ['bearer', 'nothing else', { headers: { 'idempotency-key': 'a' } }, { headers: { 'idempotency-key': 'a' } }],
  ['none', 'nothing else', { headers: { 'webhook-id': 'a' } }, { headers: { 'webhook-id': 'a' } }],
])('recognizes a redelivery of %s, with %s', (scheme, _, ...pair) => {
  expect(isSame(scheme, pair)).toBe(true)
})

const build = (status: string) => ({ id: 'build-7', status })

test.each<[WebhookSignature, string, Delivery, Delivery]>([
  ['bearer', 'the same id in the body', { body: build('started') }, { body: build('finished') }],
  ['bearer', 'the same body', {}, {}],
  ['generic-v1', 'the same body', {}, {}],
  ['none', 'the same body', {}, {}],
  ['github', 'the same body', {}, {}],
  ['twilio', 'the same body', {}, {}],
  ['bearer', 'the request id of a proxy', { headers: { 'x-request-id': '1' } }, { headers: { 'x-request-id': '1' } }],
  [
    'generic-v2',
    'the same body, signed later',
    { headers: { 'x-webhook-timestamp': '1' } },
    { headers: { 'x-webhook-timestamp': '101' } },
  ],
  ['stripe', 'the same body, signed later', { headers: stripe(1) }, { headers: stripe(2) }],
  [
    'gitlab',
    'the same origin',
    { headers: { 'idempotency-key': 'a', 'x-gitlab-event-uuid': '1' } },
    { headers: { 'idempotency-key': 'b', 'x-gitlab-event-uuid': '1' } },
  ],
  [
    'gitlab',
    'the same origin, of a GitLab without an Idempotency-Key',
    { headers: { 'x-gitlab-webhook-uuid': 'a', 'x-gitlab-event-uuid': '1' } },
    { headers: { 'x-gitlab-webhook-uuid': 'b', 'x-gitlab-event-uuid': '1' } },
  ],
])('does not lose another event of %s for %s', (scheme, _, ...pair) => {
  expect(isSame(scheme, pair)).toBe(false)
})

test.each([
  [{ 'x-github-event': 'issues' }, { type: 'other' }, 'issues'],
  [{}, { type: '', event: 'opened' }, 'opened'],
  [{ 'x-event-type': '' }, { event_type: 'closed' }, 'closed'],
  [{}, { type: 7 }, undefined],
])('an event with the headers %j and the body %j is named %s', (headers, body, name) => {
  const request = { headers: new Headers(headers), body: Buffer.from(JSON.stringify(body)) }
  expect(toWebhookEvent(request, 'none')?.name).toBe(name)
})
