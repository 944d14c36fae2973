import { createMemoryStore, type SessionStore, StoreError } from '@hermes/core'
import { text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { openTestGateway, testKey } from '../../../testing/open-test-gateway.js'
import { readEvents } from '../../../testing/read-events.js'
import { idempotencyHeader } from '../request/idempotency-key.js'
import { recoverRuns } from './takeover/recover-runs.js'

const idSchema = z.looseObject({ id: z.string() })
const headers = { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' }

/** A store that is unreachable when the first answer is stored. */
function failingStore(kind: 'unavailable' | 'fenced'): SessionStore {
  const store = createMemoryStore()
  let failures = 1
  return {
    ...store,
    messages: {
      ...store.messages,
      async append(id, messages, options) {
        const isAnswer = messages.some(({ message }) => message.role === 'assistant')
        if (isAnswer && failures-- > 0) throw new StoreError(kind, 'The store was away.')
        return store.messages.append(id, messages, options)
      },
    },
  }
}

test.each(['unavailable', 'fenced'] as const)('a run whose answer could not be stored goes on: %s', async (kind) => {
  const gateway = await openTestGateway([text('Done.'), text('Done again.')], { store: failingStore(kind) })
  const started = await fetch(`${gateway.url}/v1/runs`, { method: 'POST', headers, body: '{"input":"go"}' })
  const { id } = idSchema.parse(await started.json())
  await gateway.services.runs.whenSettled(id)
  const shown = async () => (await fetch(`${gateway.url}/v1/runs/${id}`, { headers })).json()
  expect(await shown()).toMatchObject({ status: 'running', error: null })
  await recoverRuns(gateway.services)
  await expect.poll(shown).toMatchObject({ status: 'completed', output: expect.stringContaining('Done') })
})

describe('a request that waits for a run whose answer could not be stored', () => {
  const key = { [idempotencyHeader]: 'k' }
  async function setUp() {
    const store = failingStore('fenced')
    const gateway = await openTestGateway([text('Done.'), text('Done again.')], { store })
    const post = (path: string, body: object) =>
      fetch(`${gateway.url}${path}`, { method: 'POST', headers: { ...headers, ...key }, body: JSON.stringify(body) })
    const goOn = async () => {
      const { runs } = gateway.services
      await expect.poll(async () => (await runs.unsettled(Date.now())).length).toBe(1)
      const [run] = await runs.unsettled(Date.now())
      await runs.whenSettled(run?.id ?? '')
      await recoverRuns(gateway.services)
    }
    return { post, goOn }
  }

  test.each([
    ['/v1/responses', { input: 'go' }],
    ['/api/sessions/s/chat', { message: 'go' }],
  ])('gets the answer of the process that continues: %s', async (path, body) => {
    const { post, goOn } = await setUp()
    await post('/api/sessions', { id: 's' })
    const waiting = post(path, body)
    await goOn()
    const response = await waiting
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ status: 'completed' })
  })

  test.each([
    ['/v1/responses', { input: 'go', stream: true }, 'response.completed'],
    ['/api/sessions/s/chat/stream', { message: 'go' }, 'run.completed'],
  ])('gets its events: %s', async (path, body, last) => {
    const { post, goOn } = await setUp()
    await post('/api/sessions', { id: 's' })
    const reading = readEvents(await post(path, body))
    await goOn()
    expect((await reading).at(-1)).toMatchObject({ event: last })
  })
})
