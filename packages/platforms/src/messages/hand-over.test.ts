import { createMemoryStore } from '@hermes/core'
import { expect, test } from 'vitest'
import { handOver } from './hand-over.js'
import { handoffQueue, readHandoff } from './handoff-queue.js'

const target = { network: 'net', address: { chatId: 'ada', threadId: '7' } }
const { signal } = new AbortController()

function openQueue() {
  const { queue } = createMemoryStore()
  if (!queue) throw new Error('The store has no queue.')
  return queue
}

test('resolves when a gateway has taken it', async () => {
  const queue = openQueue()
  const stop = new AbortController()
  const read: unknown[] = []
  const worked = queue.work(handoffQueue, async ({ payload }) => void read.push(readHandoff(payload)), {
    signal: stop.signal,
  })
  await handOver('s', target, { queue, signal })
  expect(read).toEqual([{ ...target, sessionId: 's', untilMs: expect.any(Number) }])
  stop.abort()
  await worked
})

test('is withdrawn when no gateway takes it in time', async () => {
  const queue = openQueue()
  const handedOver = handOver('s', target, { queue, signal, claimMs: 50 })
  await expect(handedOver).rejects.toThrow(/No gateway took it within .*: one must run/)
  expect(await queue.list({ queue: handoffQueue })).toEqual([])
})

test('reports why a gateway could not take it', async () => {
  const queue = openQueue()
  const stop = new AbortController()
  const away = async () => Promise.reject(new Error('The network net is not connected.'))
  const worked = queue.work(handoffQueue, away, { signal: stop.signal, retry: { firstDelayMs: 60_000 } })
  const handedOver = handOver('s', target, { queue, signal, claimMs: 500 })
  await expect(handedOver).rejects.toThrow(/The session stays here\. .*The network net is not connected/)
  stop.abort()
  await worked
})

test('waits longer for a gateway that has started', async () => {
  const queue = openQueue()
  const stop = new AbortController()
  const begun = Promise.withResolvers<void>()
  const worked = queue.work(handoffQueue, () => begun.promise, { signal: stop.signal })
  const handedOver = handOver('s', target, { queue, signal, claimMs: 200 })
  await expect.poll(() => queue.list({ queue: handoffQueue })).toMatchObject([{ status: 'claimed' }])
  setTimeout(begun.resolve, 300)
  await handedOver
  stop.abort()
  await worked
})
