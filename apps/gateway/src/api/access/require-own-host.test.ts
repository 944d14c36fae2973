import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { requireOwnHost } from './require-own-host.js'

async function statusFor(address: string, host: string): Promise<number> {
  const app = new Hono().use(requireOwnHost(address)).get('/', (context) => context.text('served'))
  return (await app.request('http://server/', { headers: { host } })).status
}

const names = ['127.0.0.1:8642', '127.1.2.3', 'localhost:8642', 'LOCALHOST', '[::1]:8642', '[::1]']

test.each(['127.0.0.1', '127.0.0.2', 'localhost', '::1', '[::1]'])(
  'a server on %s answers to its machine only',
  async (address) => {
    for (const name of names) expect(await statusFor(address, name), name).toBe(200)
    for (const name of ['evil.test:8642', '127.0.0.1.evil.test', '128.0.0.1', '[::2]:80', 'localhost.evil.test', '']) {
      expect(await statusFor(address, name), name).toBe(403)
    }
  },
)

test('a server that other machines can reach accepts any host name', async () => {
  expect(await statusFor('0.0.0.0', 'agent.example:8642')).toBe(200)
})
