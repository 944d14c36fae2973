import type { SessionStore } from '@hermes/core'
import type { RetryPolicy, WorkItem } from '@hermes/core/queue'
import { expect, test } from 'vitest'
import { patient } from '../time-limits.js'
import { gate, item, queueOf, startWork } from './fixtures.js'

const ref = { queue: 'q', id: '1' }

export function describeFailures(store: () => SessionStore): void {
  const queue = () => queueOf(store())

  /** Works until all of these are done or dead. */
  async function settle(ids: readonly string[], handle: (item: WorkItem) => Promise<void>): Promise<void> {
    const working = startWork(queue(), handle)
    const states = async () => Promise.all(ids.map(async (id) => (await queue().get({ queue: 'q', id }))?.status))
    await expect
      .poll(states, { ...patient, interval: 10 })
      .toSatisfy((all: unknown[]) => all.every((status) => status === 'done' || status === 'dead'))
    await working.stop()
  }

  /** Works until item 1 has failed and waits for its next attempt. */
  async function failOnce(retry: RetryPolicy) {
    await queue().put(item('1'))
    const failed = gate()
    const working = startWork(
      queue(),
      async () => {
        failed.open()
        throw new Error('The network is away.')
      },
      { retry },
    )
    await failed.promise
    await expect.poll(async () => (await queue().get(ref))?.status, patient).toBe('waiting')
    return working
  }

  test('retries a failed item before the rest of its lane', async () => {
    for (const id of ['1', '2', '3']) await queue().put(item(id))
    const tries: string[] = []
    await settle(['1', '2', '3'], async ({ id, attempt }) => {
      tries.push(`${id}.${attempt}`)
      if (id === '2' && attempt < 3) throw new Error('not yet')
    })
    expect(tries).toEqual(['1.1', '2.1', '2.2', '2.3', '3.1'])
  })

  test('reports the error and the retry time of a failed item', async () => {
    const working = await failOnce({ firstDelayMs: 60_000 })
    const record = await queue().get(ref)
    expect(record).toMatchObject({ attempt: 1, error: 'The network is away.', retryAtMs: expect.any(Number) })
    const inMs = (record?.retryAtMs ?? 0) - Date.now()
    expect(inMs).toBeGreaterThan(20_000)
    expect(inMs).toBeLessThanOrEqual(60_000)
    await working.stop()
  })

  test('does not wait longer than the policy allows, even after a clock was set back', async () => {
    await (await failOnce({ firstDelayMs: 3_600_000, maxDelayMs: 3_600_000 })).stop()
    await settle(['1'], async () => undefined)
    expect(await queue().get(ref)).toMatchObject({ status: 'done' })
  })

  test('gives up an item after its last attempt, and continues its lane', async () => {
    await queue().put(item('1'))
    await queue().put(item('2'))
    const tries: string[] = []
    await settle(['1', '2'], async ({ id, attempt }) => {
      tries.push(`${id}.${attempt}`)
      if (id === '1') throw new Error('never')
    })
    expect(tries).toEqual(['1.1', '1.2', '1.3', '2.1'])
    expect(await queue().list({ status: 'dead' })).toMatchObject([
      { ...ref, lane: 'a', payload: { id: '1' }, attempt: 3, error: 'never', settledAtMs: expect.any(Number) },
    ])
    expect(await queue().put(item('1'))).toBe(false)
  })

  test('gives up an item immediately when its failure is not retryable', async () => {
    await queue().put(item('1'))
    let tries = 0
    const working = startWork(
      queue(),
      async () => {
        tries++
        throw new TypeError('wrong')
      },
      { retry: { isWorthRetrying: (error) => !(error instanceof TypeError) } },
    )
    await expect.poll(async () => (await queue().get(ref))?.status, patient).toBe('dead')
    await working.stop()
    expect(tries).toBe(1)
  })

  test('replays a dead item with all attempts', async () => {
    await queue().put(item('1'))
    await settle(['1'], async () => Promise.reject(new Error('never')))
    expect(await queue().replay(ref)).toBe(true)
    expect(await queue().replay(ref)).toBe(false)
    expect(await queue().get(ref)).toMatchObject({ status: 'waiting', attempt: 0 })
    const attempts: number[] = []
    await settle(['1'], async ({ attempt }) => {
      attempts.push(attempt)
      if (attempt === 1) throw new Error('once more')
    })
    expect(attempts).toEqual([1, 2])
    expect(await queue().get(ref)).toMatchObject({ status: 'done' })
    expect(await queue().replay(ref)).toBe(false)
    expect(await queue().replay({ queue: 'q', id: 'unknown' })).toBe(false)
  })

  test('removes a waiting or dead item and frees its id', async () => {
    for (const id of ['1', '2']) await queue().put(item(id))
    expect(await queue().remove(ref)).toBe(true)
    expect(await queue().remove(ref)).toBe(false)
    const seen: string[] = []
    await settle(['2'], async ({ id }) => {
      seen.push(id)
      throw new Error('never')
    })
    expect(seen).toEqual(['2', '2', '2'])
    expect(await queue().remove({ queue: 'q', id: '2' })).toBe(true)
    expect(await queue().put(item('2'))).toBe(true)
  })

  test('does not remove a claimed or done item', async () => {
    await queue().put(item('1'))
    const during = gate()
    const end = gate()
    const working = startWork(queue(), async () => {
      during.open()
      await end.promise
    })
    await during.promise
    const [claimed] = await queue().list({ status: 'claimed' })
    expect(claimed).toMatchObject({ ...ref, holder: expect.any(String) })
    expect(claimed?.claimedUntilMs).toBeGreaterThan(claimed?.putAtMs ?? Number.NaN)
    expect(await queue().remove(ref)).toBe(false)
    end.open()
    await working.stop()
    expect(await queue().get(ref)).not.toHaveProperty('claimedUntilMs')
    expect(await queue().remove(ref)).toBe(false)
  })

  test('lists in the order of put, by queue, lane and status', async () => {
    for (const [id, lane] of [
      ['1', 'a'],
      ['2', 'b'],
      ['3', 'a'],
    ] as const) {
      await queue().put(item(id, { lane }))
    }
    await queue().put(item('4', { queue: 'r' }))
    const ids = async (...query: Parameters<ReturnType<typeof queue>['list']>) =>
      (await queue().list(...query)).map(({ id }) => id)
    expect(await ids()).toEqual(['1', '2', '3', '4'])
    expect(await ids({ queue: 'q' })).toEqual(['1', '2', '3'])
    expect(await ids({ queue: 'q', lane: 'a' })).toEqual(['1', '3'])
    expect(await ids({ queue: 'q', limit: 2 })).toEqual(['1', '2'])
    expect(await ids({ status: 'dead' })).toEqual([])
    expect(await queue().get({ queue: 'q', id: '4' })).toBeUndefined()
  })

  test('waits for running handlers when it is stopped', async () => {
    await queue().put(item('1'))
    const during = gate()
    const end = gate()
    let isDone = false
    const working = startWork(queue(), async (_, { signal }) => {
      during.open()
      await end.promise
      isDone = !signal.aborted
    })
    await during.promise
    const stopped = working.stop()
    end.open()
    await stopped
    expect(isDone).toBe(true)
    expect(await queue().get(ref)).toMatchObject({ status: 'done' })
  })

  test('returns an item whose handler rejects because of the stop', async () => {
    await queue().put(item('1'))
    const stop = new AbortController()
    const during = gate()
    const ended = queue().work(
      'q',
      async () => {
        during.open()
        await new Promise((_, reject) => stop.signal.addEventListener('abort', () => reject(new Error('stopped'))))
      },
      { signal: stop.signal },
    )
    await during.promise
    stop.abort()
    await ended
    expect(await queue().get(ref)).toMatchObject({ status: 'waiting', attempt: 0 })
  })
}
