import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NodeDatabase } from './driver/node-database.js'
import type { FileGuard } from './file-guard.js'
import { createWriteQueue, type WriteQueue } from './write-queue.js'

let syncs: number
let queue: WriteQueue
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  syncs = 0
  const guard: FileGuard = {
    check: () => undefined,
    beforeCommit: () => undefined,
    confirm: () => undefined,
    async acknowledge() {
      syncs += 1
    },
    release: () => undefined,
  }
  queue = createWriteQueue(new NodeDatabase(':memory:'), async (work) => work(), guard)
})
afterEach(() => vi.useRealTimers())

const isVolatile = true
const write = (options?: { readonly isVolatile: boolean }) => queue.write(() => undefined, options)

test('syncs volatile writes together after a second', async () => {
  await write({ isVolatile })
  vi.advanceTimersByTime(999)
  await write({ isVolatile })
  expect(syncs).toBe(0)
  vi.advanceTimersByTime(1)
  await write({ isVolatile })
  expect(syncs).toBe(1)
})

test('a volatile write before one that is not has no sync of its own', async () => {
  await write({ isVolatile })
  expect(syncs).toBe(0)
  await write()
  vi.advanceTimersByTime(10_000)
  await queue.idle()
  expect(syncs).toBe(1)
})

test('an idle queue has synced its volatile writes', async () => {
  await write({ isVolatile })
  await queue.idle()
  expect(syncs).toBe(1)
})

test('runs a volatile write that follows an awaited one before the event loop continues', async () => {
  const order: string[] = []
  await write()
  setImmediate(() => order.push('event loop'))
  await write({ isVolatile })
  order.push('write')
  await nextTurn()
  expect(order).toEqual(['write', 'event loop'])
})

test('the event loop continues, however many volatile writes follow each other', async () => {
  let hasGoneOn = false
  await write({ isVolatile })
  setImmediate(() => {
    hasGoneOn = true
  })
  while (!hasGoneOn) await write({ isVolatile })
})
