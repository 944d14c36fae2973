import { expect, test } from 'vitest'
import { startProxy } from '../../../testing/local-proxy.js'
import { sendAuthRequest } from '../../auth/send-auth-request.js'
import { downloadCatalog } from '../../catalog/download-catalog.js'
import { listServerModels } from '../../catalog/list-server-models.js'
import { fetchFromVariables } from './fetch-from-variables.js'

const { signal } = new AbortController()
type Fetch = typeof globalThis.fetch

test.each<[string, (fetch: Fetch) => Promise<unknown>]>([
  ['the list of models', (fetch) => listServerModels({ baseUrl: 'http://host.example/v1', fetch, signal })],
  ['the catalog', (fetch) => downloadCatalog({ url: 'http://host.example/c.json', fetch, now: Date.now, signal })],
  ['a login', (fetch) => sendAuthRequest({ provider: 'Foo', url: 'https://host.example', signal }, { fetch })],
])('%s: reports that the proxy refuses, and what to do', async (_, ask) => {
  const { host } = await startProxy({ target: 'http://127.0.0.1:1', credentials: 'me:secret' })
  const fetch = fetchFromVariables({ HTTP_PROXY: `http://${host}`, HTTPS_PROXY: `http://${host}` })
  await expect(ask(fetch)).rejects.toThrow(`The proxy ${host} asks for a user name and password (407)`)
})
