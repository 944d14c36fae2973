import { deleteConversation } from '@hermes/conversations/stored'
import { createMemoryStore, type SessionStore } from '@hermes/core'
import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { openTestGateway, testKey } from '../../../testing/open-test-gateway.js'
import { serveChats } from '../../../testing/serve-chats.js'
import { sessionHeader } from '../request/session-header.js'

async function send(url: string, path: string, method = 'GET', body?: object) {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${testKey}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  return {
    status: response.status,
    session: response.headers.get(sessionHeader) ?? '',
    body: Object(await response.json()),
  }
}

const ways: readonly (readonly [string, (url: string, store: SessionStore, id: string) => Promise<unknown>])[] = [
  ['by the API', (url, _, id) => send(url, `/api/sessions/${id}`, 'DELETE')],
  ['by another surface', (_, store, id) => deleteConversation(store, id)],
]

test.each(ways)('a session that is deleted %s takes the texts of its responses and runs along', async (_, remove) => {
  const { gateway, store, provider } = await serveChats({ script: [text('1'), text('2'), text('3')], platforms: {} })
  const { url } = gateway
  const response = await send(url, '/v1/responses', 'POST', { input: 'one' })
  const run = await send(url, '/v1/runs', 'POST', { input: 'two', session_id: response.session })
  await expect.poll(async () => (await send(url, `/v1/runs/${run.body.id}`)).body.output).toBe('2')
  const kept = await send(url, '/v1/responses', 'POST', { input: 'three' })

  await remove(url, store, response.session)
  expect(await send(url, `/v1/responses/${response.body.id}`)).toMatchObject({ status: 404 })
  expect(await send(url, `/v1/runs/${run.body.id}`)).toMatchObject({ status: 404 })
  const next = { input: 'four', previous_response_id: response.body.id }
  expect(await send(url, '/v1/responses', 'POST', next)).toMatchObject({ status: 404 })
  expect(await send(url, `/v1/responses/${kept.body.id}`)).toMatchObject({ status: 200, body: { status: 'completed' } })
  expect(provider.requests).toHaveLength(3)
})

test('a response whose session could not be created is kept, but cannot be continued', async () => {
  const memory = createMemoryStore()
  const create = () => Promise.reject(new Error('The disk is full.'))
  const { url } = await openTestGateway([], { store: { ...memory, sessions: { ...memory.sessions, create } } })
  const { body } = await send(url, '/v1/responses', 'POST', { input: 'one', background: true })
  await expect.poll(async () => (await send(url, `/v1/responses/${body.id}`)).body.status).toBe('failed')
  const next = await send(url, '/v1/responses', 'POST', { input: 'two', previous_response_id: body.id })
  expect(next.status).toBe(404)
  expect(next.body.error.message).toContain('has no session to continue')
})
