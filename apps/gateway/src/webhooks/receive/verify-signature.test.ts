import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { SignedRequest } from '../event/signed-request.js'
import { verifySignature } from './verify-signature.js'

type Scheme = Parameters<typeof verifySignature>[0]

interface Example {
  readonly scheme: Scheme
  readonly secret: string
  readonly url?: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly atSeconds?: number
}

// From the documentation of each service.
const examples: readonly Example[] = [
  {
    scheme: 'github',
    secret: "It's a Secret to Everybody",
    headers: { 'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17' },
    body: 'Hello, World!',
  },
  {
    scheme: 'standard',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,AAAA v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    body: '{"test": 2432232314}',
    atSeconds: 1614265330,
  },
  {
    scheme: 'slack',
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    headers: {
      'x-slack-request-timestamp': '1531420618',
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    },
    body: 'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
    atSeconds: 1531420618,
  },
  {
    scheme: 'twilio',
    secret: '12345',
    url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
    headers: { 'x-twilio-signature': 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' },
    body: 'CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212',
  },
  {
    scheme: 'gitlab',
    secret: 'a-gitlab-token',
    headers: { 'x-gitlab-token': 'a-gitlab-token' },
    body: '{}',
  },
  {
    scheme: 'generic-v2',
    secret: 'a-secret',
    headers: {
      'x-webhook-timestamp': '1700000000',
      'x-webhook-signature-v2': '18a1396a720cbf5a6d3abfce80973b6d360b24ca302dba672536bb9482887da2',
    },
    body: '{"a":1}',
    atSeconds: 1700000000,
  },
  {
    scheme: 'generic-v1',
    secret: 'a-secret',
    headers: { 'x-webhook-signature': '957aecd2535594def0c646b30292acd50e25ef91a2206f6584dc3ec6868bf26b' },
    body: '{"a":1}',
  },
  { scheme: 'bearer', secret: 'a-token', headers: { authorization: 'Bearer a-token' }, body: '{}' },
]

function isGenuine({ scheme, secret, atSeconds = 0, ...request }: Example): boolean {
  const { url = 'https://hermes.example/webhooks/a', headers, body } = request
  const signed: SignedRequest = { url, headers: new Headers(headers), body: Buffer.from(body) }
  return verifySignature(scheme, signed, { secret, nowMs: atSeconds * 1000 })
}

const change = (value: string) => (value.startsWith('x') ? `y${value.slice(1)}` : `x${value.slice(1)}`)

test.each(examples)('accepts what $scheme signs', (example) => {
  expect(isGenuine(example)).toBe(true)
})

test.each(examples)('refuses other secrets and headers for $scheme', (example) => {
  expect(isGenuine({ ...example, secret: change(example.secret).replace('xhsec_', 'whsec_AAAA') })).toBe(false)
  expect(isGenuine({ ...example, headers: {} })).toBe(false)
  for (const name of Object.keys(example.headers)) {
    expect(isGenuine({ ...example, headers: { ...example.headers, [name]: '' } }), name).toBe(false)
  }
})

// A GitLab token and a bearer token do not depend on the body.
test.each(examples.filter(({ scheme }) => scheme !== 'gitlab' && scheme !== 'bearer'))(
  'refuses another body for $scheme',
  (example) => {
    expect(isGenuine({ ...example, body: `${example.body}&a=b` })).toBe(false)
  },
)

test.each(examples.filter(({ atSeconds }) => atSeconds !== undefined))('refuses a replay for $scheme', (example) => {
  const { atSeconds = 0 } = example
  expect(isGenuine({ ...example, atSeconds: atSeconds + 299 })).toBe(true)
  expect(isGenuine({ ...example, atSeconds: atSeconds + 301 })).toBe(false)
  expect(isGenuine({ ...example, atSeconds: atSeconds - 301 })).toBe(false)
})

test.each([
  ['a byte order mark', Buffer.from('\uFEFF{"a":1}')],
  ['bytes that are no text', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
])('accepts a signature over %s', (_, body) => {
  const signature = `sha256=${createHmac('sha256', 'a-secret').update(body).digest('hex')}`
  const headers = new Headers({ 'x-hub-signature-256': signature })
  const request: SignedRequest = { url: 'https://hermes.example/webhooks/a', headers, body }
  expect(verifySignature('github', request, { secret: 'a-secret', nowMs: 0 })).toBe(true)
})

// Created like Twilio's library for Node does: without repeated values, and with sorted ones.
test.each(['To=%2B2&MediaUrl=b&MediaUrl=a&From=%2B1', 'MediaUrl=a&From=%2B1&MediaUrl=b&MediaUrl=a&To=%2B2'])(
  'accepts the repeated field of Twilio in %s',
  (body) => {
    const url = 'https://hermes.example/webhooks/a'
    const signature = createHmac('sha1', '12345').update(`${url}From+1MediaUrlaMediaUrlbTo+2`).digest('base64')
    const request: SignedRequest = {
      url,
      headers: new Headers({ 'x-twilio-signature': signature }),
      body: Buffer.from(body),
    }
    expect(verifySignature('twilio', request, { secret: '12345', nowMs: 0 })).toBe(true)
  },
)
