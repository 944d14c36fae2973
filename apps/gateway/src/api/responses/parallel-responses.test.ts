import { join } from 'node:path'
import { createSqliteStore } from '@hermes/state'
import { text } from '@hermes/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { openTestGateway, testKey } from '../../../testing/open-test-gateway.js'
import { temporaryHome } from '../../../testing/serve-home.js'
import { idempotencyHeader } from '../request/idempotency-key.js'

const idSchema = z.looseObject({ id: z.string() })

/** Opens gateways on one store. */
async function openGateways(count: number) {
  const path = join(temporaryHome(), 'state.db')
  const gateways = await Promise.all(
    Array.from({ length: count }, async () => {
      const store = await createSqliteStore({ path })
      onTestFinished(() => store[Symbol.asyncDispose]())
      return openTestGateway(
        Array.from({ length: 9 }, () => text('Done.')),
        { store },
      )
    }),
  )
  async function post(at: number, body: object, key?: string) {
    const response = await fetch(`${gateways[at % count]?.url}/v1/responses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testKey}`, ...(key !== undefined && { [idempotencyHeader]: key }) },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: z.json().parse(await response.json()) }
  }
  return {
    post,
    idOf: async (answer: ReturnType<typeof post>) => idSchema.parse((await answer).body).id,
    asked: () =>
      gateways
        .flatMap(({ transport }) => transport.requests)
        .map((request) => request.messages.map(({ content }) => content)),
    sessions: async () => (await gateways[0]?.store.sessions.find()) ?? [],
  }
}

describe.each([1, 2])('responses that follow the same one at once, at %i gateways,', (count) => {
  test('do not see each other', async () => {
    const { post, idOf, asked, sessions } = await openGateways(count)
    const previous_response_id = await idOf(post(0, { input: 'root' }))
    const inputs = ['a', 'b', 'c', 'd']
    await Promise.all(inputs.map((input, at) => post(at, { input, previous_response_id })))
    expect(asked().toSorted()).toEqual([['root'], ...inputs.map((input) => ['root', 'Done.', input])].toSorted())
    // Only one of them continues the session.
    expect(await sessions()).toHaveLength(4)
  })
})

// At two gateways, one may run the turn of the other's request: only a whole gateway finishes such a run.
test('responses that follow the same one at once are one response if their key is the same', async () => {
  const { post, idOf, asked, sessions } = await openGateways(1)
  const previous_response_id = await idOf(post(0, { input: 'root' }))
  const ids = await Promise.all([0, 1, 2].map((at) => idOf(post(at, { input: 'a', previous_response_id }, 'k'))))
  expect(new Set(ids).size).toBe(1)
  expect(asked()).toHaveLength(2)
  expect(await sessions()).toHaveLength(1)
})

test('a refused response leaves the session to the next one', async () => {
  const { post, idOf, sessions } = await openGateways(1)
  const previous_response_id = await idOf(post(0, { input: 'root' }))
  const content = [{ type: 'input_file', file_id: 'file-none' }]
  expect((await post(0, { input: [{ role: 'user', content }], previous_response_id })).status).toBe(404)
  expect((await post(0, { input: 'a', previous_response_id })).status).toBe(200)
  expect(await sessions()).toHaveLength(1)
})
