import { TransportError } from '@hermes/core'
import { expect, test } from 'vitest'
import { createAuthority, createIdentity, type Identity } from '../../../testing/certificates.js'
import { serveSecurely } from '../../../testing/local-server.js'
import { createOpenAIChatTransport } from '../../openai-chat/index.js'
import { isUnreachable } from '../../wrap/is-unreachable.js'
import { networkError } from '../errors/network-error.js'
import { createNodeSend } from './node-client.js'

const signal = new AbortController().signal

async function failureOf(identity: Identity): Promise<TransportError> {
  const origin = await serveSecurely(identity, (_, response) => response.end('{}'))
  const transport = createOpenAIChatTransport({ baseUrl: `${origin}/v1`, apiKey: 'key' })
  const request = { model: 'm', system: '', messages: [{ role: 'user', content: 'Hello' }], tools: [] } as const
  const error: unknown = await Array.fromAsync(transport.stream(request, { signal })).catch((failure) => failure)
  if (!TransportError.is(error)) throw new Error('the call did not fail')
  return error
}

test.each<[string, () => Promise<Identity>, RegExp]>([
  ['self-signed', () => createIdentity(), /is self-signed .*NODE_EXTRA_CA_CERTS/],
  [
    'issued by an unknown authority',
    async () => createIdentity({ authority: await createAuthority() }),
    /authority that is not known here .*NODE_EXTRA_CA_CERTS/,
  ],
])('reports a certificate that is %s, with advice', async (_, create, sentence) => {
  const error = await failureOf(await create())
  expect(error.kind).toBe('network')
  expect(error.message).toMatch(sentence)
  expect(error.message).toMatch(/^The certificate of 127\.0\.0\.1 /)
  expect(isUnreachable(error)).toBe(true)
})

/** Calls a server whose certificate was issued by a trusted authority. */
async function askTrusting(options: Parameters<typeof createIdentity>[0]) {
  const authority = await createAuthority()
  const origin = await serveSecurely(await createIdentity({ ...options, authority }), (_, response) => response.end())
  const asking = createNodeSend({ tls: { ca: authority.cert } })({ url: origin, headers: {}, body: '', signal })
  return { asking, context: { provider: 'Provider', baseUrl: origin, model: 'm' } }
}

test('accepts a certificate of a trusted authority', async () => {
  expect((await (await askTrusting({})).asking).status).toBe(200)
})

test.each<[string, Parameters<typeof createIdentity>[0], RegExp]>([
  ['expired', { days: -2 }, /has expired \(CERT_HAS_EXPIRED\): renew it/],
  ['for another host', { hosts: ['elsewhere.example'] }, /is for another host .*: check the host in the base URL/],
])('rejects a trusted certificate that is %s', async (_, options, sentence) => {
  const { asking, context } = await askTrusting(options)
  const error: unknown = await asking.catch((failure) => failure)
  expect(networkError(error, context).message).toMatch(sentence)
})
