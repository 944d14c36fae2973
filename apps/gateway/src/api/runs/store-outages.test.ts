import { createMemoryStore, type SessionStore, StoreError } from '@hermes/core'
import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { openTestGateway, testKey } from '../../../testing/open-test-gateway.js'
import { recoverRuns } from './takeover/recover-runs.js'

const idSchema = z.looseObject({ id: z.string() })
const headers = { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' }

/** A store that cannot be reached when the first answer is stored. */
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
