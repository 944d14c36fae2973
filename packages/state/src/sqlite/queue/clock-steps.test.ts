import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSqliteStore } from '../sqlite-store.js'

test.each([45_000, 7_200_000])(
  'keeps the items that it works on when the clock is set forward by %i ms',
  async (stepMs) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const folder = mkdtempSync(join(tmpdir(), 'hermes-clock-'))
    const store = await createSqliteStore({ path: join(folder, 'state.db') })
    const stopping = new AbortController()
    const { queue } = store
    if (!queue) throw new Error('The store has no queue.')
    const begun: string[] = []
    const lost: string[] = []
    const finish = Promise.withResolvers<void>()
    const working = queue.work(
      'jobs',
      async ({ id, attempt }, claim) => {
        begun.push(`${id} ${attempt}`)
        claim.signal.addEventListener('abort', () => lost.push(id))
        if (id === 'long') await finish.promise
      },
      { signal: stopping.signal },
    )
    onTestFinished(async () => {
      finish.resolve()
      stopping.abort()
      await working
      await store[Symbol.asyncDispose]()
      vi.useRealTimers()
      rmSync(folder, { recursive: true })
    })
    await queue.put({ queue: 'jobs', lane: 'a', id: 'long', payload: null })
    await expect.poll(() => begun).toEqual(['long 1'])
    vi.setSystemTime(Date.now() + stepMs)
    await queue.put({ queue: 'jobs', lane: 'b', id: 'other', payload: null })
    await expect.poll(() => begun).toContain('other 1')
    // The lane of the long item is searched again with each of them.
    for (const id of ['c', 'd']) {
      await queue.put({ queue: 'jobs', lane: id, id, payload: null, notBeforeMs: Date.now() })
      await expect.poll(() => begun).toContain(`${id} 1`)
    }
    finish.resolve()
    await expect.poll(async () => (await queue.get({ queue: 'jobs', id: 'long' }))?.status).toBe('done')
    expect(begun).toEqual(['long 1', 'other 1', 'c 1', 'd 1'])
    expect(lost).toEqual([])
  },
)
