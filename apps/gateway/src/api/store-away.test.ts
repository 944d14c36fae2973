import { createMemoryStore, type SessionStore, StoreError } from '@hermes/core'
import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { openTestGateway, testKey } from '../../testing/open-test-gateway.js'

/** Returns a store whose server becomes unavailable. */
function leavingStore() {
  const store = createMemoryStore()
  let isAway = false
  const away = async () => {
    throw new StoreError('unavailable', 'No server listens at 10.0.0.7:5432/hermes: start PostgreSQL there.')
  }
  const leaving: SessionStore = {
    ...store,
    sessions: {
      ...store.sessions,
      get: (id) => (isAway ? away() : store.sessions.get(id)),
      create: (session, options) => (isAway ? away() : store.sessions.create(session, options)),
      find: (query) => (isAway ? away() : store.sessions.find(query)),
    },
    messages: {
      ...store.messages,
      append: (id, messages, options) => (isAway ? away() : store.messages.append(id, messages, options)),
    },
  }
  const leave = () => {
    isAway = true
  }
  return { store: leaving, leave }
}

const message = { model: 'hermes', messages: [{ role: 'user', content: 'hello' }] }

test.each([
  ['POST', '/v1/chat/completions', message],
  ['POST', '/v1/responses', { model: 'hermes', input: 'hello' }],
  ['GET', '/api/sessions', undefined],
])('a client of %s %s does not learn where an unavailable store is', async (method, path, body) => {
  const { store, leave } = leavingStore()
  const { url } = await openTestGateway([text('Hi.')], { store })
  leave()
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('5')
  expect(await response.json()).toMatchObject({
    error: { code: 'store_unavailable', message: 'The store does not answer. Try again in a moment.' },
  })
})
