import { startFakeProvider, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { findLocalServers } from './find-local-servers.js'

/** Redirects requests to one default port to a test server; all other ports are closed. */
function onPort(port: number, target: string): typeof globalThis.fetch {
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.port !== String(port)) return Promise.reject(new TypeError('fetch failed'))
    return fetch(new URL(url.pathname, target), init)
  }
}

test('finds the server that answers, with its models', async () => {
  await using provider = await startFakeProvider({ script: text('ok'), models: ['llama', 'qwen'] })
  const found = await findLocalServers({ fetch: onPort(11434, provider.baseUrl), timeoutMs: 5_000 })
  expect(found).toEqual([{ provider: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: ['llama', 'qwen'] }])
})

test('skips other servers, servers that do not respond, and closed ports', async () => {
  const answers: readonly (typeof globalThis.fetch)[] = [
    async () => new Response('<html>'),
    async () => Response.json({ data: 'no list' }),
    async () => Response.json({ data: [] }, { status: 401 }),
    (_, init) => new Promise((__, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('late')))),
    () => Promise.reject(new TypeError('fetch failed')),
  ]
  for (const fetch of answers) expect(await findLocalServers({ fetch, timeoutMs: 30 })).toEqual([])
})
