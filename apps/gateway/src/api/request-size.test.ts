import { request } from 'node:http'
import { expect, test } from 'vitest'
import { openTestGateway, testKey } from '../../testing/open-test-gateway.js'
import { serveHome } from '../../testing/serve-home.js'

const mebibyte = 2 ** 20

/** Returns the status for a request of which only the headers are sent. */
function statusForHeaders(url: string, key: string, length: number): Promise<number | undefined> {
  // The timeout closes the connection of a server that waits for the body.
  const signal = AbortSignal.timeout(10_000)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-length': length }
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/v1/chat/completions`, { method: 'POST', headers, signal }, (response) => {
      resolve(response.statusCode)
      sent.destroy()
    })
    sent.on('error', reject)
    sent.flushHeaders()
  })
}

test('refuses a body above 16 MiB from its headers', async () => {
  const { url } = await serveHome({ key: testKey })
  expect(await statusForHeaders(url, testKey, 16 * mebibyte + 1)).toBe(413)
})

test('accepts a larger body when the setting allows it', async () => {
  const { url } = await serveHome({ key: testKey, max_request_mb: 20 })
  const messages = [{ role: 'assistant', content: 'x'.repeat(17 * mebibyte) }]
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messages }),
  })
  // The body was read: its content is refused, not its size.
  expect(response.status).toBe(400)
  expect(await statusForHeaders(url, testKey, 20 * mebibyte + 1)).toBe(413)
})

/** Returns the answer to a body of undeclared length that never ends, which shows that the server does not wait for the rest. */
function answerToEndless(url: string, headers: Record<string, string> = {}) {
  const signal = AbortSignal.timeout(10_000)
  const chunk = 'x'.repeat(mebibyte / 4)
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, signal }, async (response) => {
      const body = Buffer.concat(await response.toArray()).toString()
      resolve({ status: response.statusCode, body })
      sent.destroy()
    })
    sent.on('error', reject)
    for (let index = 0; index < 6; index++) sent.write(chunk)
  })
}

test('stops reading a body of undeclared length at the limit', async () => {
  const { url } = await openTestGateway([], { maxBodyBytes: mebibyte })
  const headers = { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' }
  const { status, body } = await answerToEndless(`${url}/v1/chat/completions`, headers)
  expect(status).toBe(413)
  expect(body).toContain('larger than 1 MiB')
})

test.each(['/webhooks/issues', '/platforms/telegram'])('refuses an event above 1 MiB at %s', async (path) => {
  const { url } = await openTestGateway([], { maxBodyBytes: 16 * mebibyte })
  const told = await fetch(`${url}${path}`, { method: 'POST', body: 'x'.repeat(mebibyte + 1) })
  const error = { code: 'request_too_large', message: 'The event is larger than 1 MiB.' }
  expect({ status: told.status, body: await told.json() }).toMatchObject({ status: 413, body: { error } })
  const { status, body } = await answerToEndless(`${url}${path}`)
  expect({ status, body: JSON.parse(body) }).toMatchObject({ status: 413, body: { error } })
})
