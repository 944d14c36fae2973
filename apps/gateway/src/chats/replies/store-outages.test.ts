import { type SessionStore, StoreError } from '@hermes/core'
import { call, text } from '@hermes/testkit'
import { expect, test, vi } from 'vitest'
import { leftInQueue } from '../../../testing/left-in-queue.js'
import { serveChats } from '../../../testing/serve-chats.js'

const patient = { timeout: 20_000 }
const useTool = call('todo', { todos: [{ id: '1', content: 'tea', status: 'pending' }] })
const slowly = (words: string) => text(words, { pace: { pieceSize: 4, pieceDelayMs: 40 } })

/** Makes the store unavailable for the next messages that a turn stores, once `isDue`. @returns how often it was unavailable. */
function failOnce({ messages }: SessionStore, isDue: () => boolean, times = 1) {
  const append = messages.append.bind(messages)
  let failures = 0
  vi.spyOn(messages, 'append').mockImplementation((id, added, options) => {
    if (failures >= times || !isDue()) return append(id, added, options)
    failures += 1
    return Promise.reject(new StoreError('unavailable', 'No server listens at 10.0.0.7:5432/hermes: start it.'))
  })
  return () => failures
}

test.each([
  ['in front of the first answer', 1],
  ['between two answers', 2],
])('a turn whose store fails %s continues, and the chat reads only its answer', async (_, requests) => {
  const { network, shown, provider, store } = await serveChats({
    script: (body) => (JSON.stringify(body).includes('"role":"tool"') ? slowly('Tea is ready now.') : useTool),
  })
  const failures = failOnce(store, () => provider.requests.length >= requests)
  network().say({ text: 'make tea' })
  await expect.poll(() => [failures(), shown()], patient).toEqual([1, ['Tea is ready now.']])
})

test('a message is answered even if it could not be stored before its input was given up', async () => {
  const { network, shown, store } = await serveChats({ script: () => text('Tea is ready.') })
  const failures = failOnce(store, () => true, 6)
  network().say({ text: 'make tea' })
  await expect.poll(() => [failures(), shown()], { timeout: 25_000 }).toEqual([6, ['Tea is ready.']])
  await expect.poll(() => leftInQueue(store)).toEqual([])
})

test('a command that makes the model work is also answered', async () => {
  const { network, shown, provider, store } = await serveChats({ script: () => text('Tea is ready.') })
  network().say({ text: 'make tea' })
  await expect.poll(() => shown(), patient).toEqual(['Tea is ready.'])
  const failures = failOnce(store, () => provider.requests.length === 2)
  network().say({ text: '/retry' })
  await expect.poll(() => [failures(), shown().at(-1)], patient).toEqual([1, 'Tea is ready.'])
  expect(shown().join()).not.toContain('10.0.0.7')
})

test('a background session continues, and its end is reported once', async () => {
  const { network, shown, store, provider } = await serveChats({ script: () => text('Tea is ready.') })
  const failures = failOnce(store, () => provider.requests.length === 1)
  network().say({ text: '/bg make tea' })
  await expect
    .poll(() => [failures(), shown().filter((line) => line.startsWith('The background session'))], patient)
    .toEqual([1, [expect.stringContaining('Tea is ready.')]])
  expect(shown().join()).not.toContain('10.0.0.7')
})
