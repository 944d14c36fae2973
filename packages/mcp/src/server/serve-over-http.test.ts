import { request } from 'node:http'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import type { ConversationHost } from './conversation-host.js'
import { serveConversationsOverHttp } from './serve-over-http.js'

const token = 'a-token-of-the-test'
const readerToken = 'a-token-of-a-reader'

function serve(send: ConversationHost['send'] = () => Promise.reject(new Error('There is no agent.'))) {
  const host: ConversationHost = {
    version: '1',
    list: async () => [],
    read: async () => [],
    search: async () => [],
    interrupt: async () => false,
    questions: async () => [],
    answer: () => Promise.reject(new Error('There is no question.')),
    send,
  }
  return serveConversationsOverHttp(
    [
      { scope: 'send', token, conversations: host },
      { token: readerToken, conversations: host },
    ],
    { host: '127.0.0.1', port: 0, isLoopback: true },
  )
}

async function connect(url: string, mode: 'auto' | 'legacy', key = token) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
  return client
}

/** Returns the status of a request with these headers. `fetch` would set some of them itself. */
function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      },
    )
    sent.on('error', reject)
    sent.end('{"jsonrpc":"2.0","id":1,"method":"ping"}')
  })
}

test.each(['auto', 'legacy'] as const)('serves the tools of the scope to a client (%s)', async (mode) => {
  await using service = await serve()
  const client = await connect(service.url, mode)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['conversations_list', 'messages_send']))
  expect(tools.map(({ name }) => name)).not.toContain('permissions_respond')
  const { content } = await client.callTool({ name: 'conversations_list', arguments: {} })
  expect(content).toEqual([{ type: 'text', text: '{"conversations":[]}' }])
  await client.close()
})

test.each(['auto', 'legacy'] as const)('gives each client the tools of its own scope (%s)', async (mode) => {
  await using service = await serve()
  const reader = await connect(service.url, mode, readerToken)
  const names = (await reader.listTools()).tools.map(({ name }) => name)
  expect(names).toEqual(['conversations_list', 'messages_read', 'messages_search'])
  const call = { name: 'messages_send', arguments: { text: 'hi' } }
  const refused = await reader.callTool(call).catch((error: unknown) => ({ isError: true, error }))
  expect(refused).toMatchObject({ isError: true })
  await reader.close()
})

test('a client cannot use the session of another', async () => {
  await using service = await serve()
  const clientInfo = { name: 'test', version: '1' }
  const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
  const session = (await post(service.url, 'initialize', initialize)).headers.get('mcp-session-id') ?? ''
  expect((await post(service.url, 'tools/list', {}, session)).status).toBe(200)
  expect((await post(service.url, 'tools/list', {}, session, readerToken)).status).toBe(404)
})

test('refuses clients without the token, pages of other origins, and other names of this machine', async () => {
  await using service = await serve()
  const authorization = `Bearer ${token}`
  expect(await statusOf(service.url, {})).toBe(401)
  expect(await statusOf(service.url, { authorization: 'Bearer wrong' })).toBe(401)
  expect(await statusOf(service.url, { authorization, origin: 'http://evil.example.com' })).toBe(403)
  expect(await statusOf(service.url, { authorization, host: 'evil.example.com' })).toBe(403)
  expect(await statusOf(service.url, { authorization, 'mcp-session-id': 'unknown' })).toBe(404)
})

/** Sends a request as a client with sessions. */
function post(url: string, method: string, params: object, session?: string, key = token): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(session !== undefined && { 'mcp-session-id': session }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
}

test('ends the least recently used of more than 64 sessions, and a closed session frees its place', async () => {
  await using service = await serve()
  const begin = async () => {
    const answer = await post(service.url, 'initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    })
    await answer.text()
    return answer.headers.get('mcp-session-id') ?? ''
  }
  const ping = async (session = '') => {
    const answer = await post(service.url, 'ping', {}, session)
    return { status: answer.status, text: await answer.text() }
  }
  const sessions: string[] = []
  for (let count = 0; count < 64; count += 1) sessions.push(await begin())
  expect(await ping(sessions[0])).toMatchObject({ status: 200 })
  const headers = { authorization: `Bearer ${token}`, 'mcp-session-id': sessions[1] ?? '' }
  expect((await fetch(service.url, { method: 'DELETE', headers })).status).toBe(200)
  await begin()
  await begin()
  expect(await ping(sessions[2])).toMatchObject({ status: 404, text: expect.stringContaining('Initialize another') })
  expect(await ping(sessions[3])).toMatchObject({ status: 200 })
  expect(await ping(sessions[0])).toMatchObject({ status: 200 })
})

test.each(['auto', 'legacy'] as const)('a call that its client cancels cancels its message (%s)', async (mode) => {
  const begun = Promise.withResolvers<void>()
  const cancelled = Promise.withResolvers<void>()
  await using service = await serve(({ signal }) => {
    begun.resolve()
    signal.addEventListener('abort', () => cancelled.resolve())
    return cancelled.promise.then(() => Promise.reject(new Error('cancelled')))
  })
  const client = await connect(service.url, mode)
  const abort = new AbortController()
  const call = client.callTool({ name: 'messages_send', arguments: { text: 'Hello.' } }, { signal: abort.signal })
  await begun.promise
  abort.abort()
  await expect(call).rejects.toThrow()
  await cancelled.promise
  await client.close()
})
