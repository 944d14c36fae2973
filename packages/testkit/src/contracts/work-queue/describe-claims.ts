import { type SessionStore, StoreError } from '@hermes/core'
import type { Claim } from '@hermes/core/queue'
import { beforeEach, expect, test } from 'vitest'
import { expectStoreError, session, user } from '../session-store/fixtures.js'
import { patient } from '../time-limits.js'
import { gate, item, queueOf, startWork, workOff } from './fixtures.js'

const ref = { queue: 'q', id: '1' }

export function describeClaims(store: () => SessionStore): void {
  const queue = () => queueOf(store())
  const contents = async () => (await store().messages.load('s')).map(({ message }) => message.content)

  beforeEach(async () => {
    await store().sessions.create(session('s'))
  })

  test('settles an item with an append', async () => {
    await queue().put(item('1'))
    await queue().put(item('2'))
    const settled = gate()
    const end = gate()
    const seen: string[] = []
    const working = startWork(queue(), async ({ id }, claim) => {
      seen.push(id)
      if (id !== '1') return
      await store().messages.append('s', [user('stored')], { settles: claim.item })
      settled.open()
      await end.promise
      expect(claim.signal.aborted).toBe(false)
      throw new Error('Errors after the settlement are ignored.')
    })
    await settled.promise
    expect(await queue().get(ref)).toMatchObject({ status: 'done' })
    // Its lane continues while the handler is still running.
    await expect.poll(() => seen, patient).toEqual(['1', '2'])
    end.open()
    await working.stop()
    expect(await queue().get(ref)).toMatchObject({ status: 'done' })
    expect(await contents()).toEqual(['stored'])
  })

  test('settles nothing with a failed append, and stores nothing when the item is already settled', async () => {
    await queue().put(item('1'))
    const claims: Claim[] = []
    const working = startWork(queue(), async (_, claim) => {
      claims.push(claim)
      await expectStoreError(store().messages.append('unknown', [user('x')], { settles: claim.item }), 'not-found')
      expect(await queue().get(ref)).toMatchObject({ status: 'claimed' })
      await store().messages.append('s', [user('once')], { settles: claim.item })
      await expectStoreError(store().messages.append('s', [user('twice')], { settles: claim.item }), 'fenced')
    })
    await expect.poll(async () => (await queue().get(ref))?.status, patient).toBe('done')
    await working.stop()
    expect(claims).toHaveLength(1)
    expect(await contents()).toEqual(['once'])
  })

  test('records with an append that an id was used, once, and only for an item that was not put', async () => {
    const unput = { ...ref, lane: 'a' }
    await expectStoreError(store().messages.append('unknown', [user('x')], { settles: unput }), 'not-found')
    expect(await queue().get(ref)).toBeUndefined()
    await store().messages.append('s', [user('once')], { settles: unput })
    expect(await queue().get(ref)).toMatchObject({ lane: 'a', status: 'done', payload: null })
    expect(await queue().put(item('1'))).toBe(false)
    await expectStoreError(store().messages.append('s', [user('twice')], { settles: unput }), 'fenced')
    await queue().put(item('2'))
    await expectStoreError(store().messages.append('s', [user('queued')], { settles: { ...unput, id: '2' } }), 'fenced')
    expect(await workOff(queue(), 1)).toEqual(['2'])
    expect(await contents()).toEqual(['once'])
  })

  test('adds items with an append, and ignores existing ids', async () => {
    await queue().put(item('1', { lane: 'old' }))
    await store().messages.append('s', [user('answer')], { puts: [item('1'), item('2'), item('3')] })
    expect((await queue().list()).map(({ id, lane }) => [id, lane])).toEqual([
      ['1', 'old'],
      ['2', 'a'],
      ['3', 'a'],
    ])
    await expectStoreError(store().messages.append('unknown', [], { puts: [item('4')] }), 'not-found')
    expect(await queue().get({ queue: 'q', id: '4' })).toBeUndefined()
    expect(await workOff(queue(), 3, { concurrency: 1 })).toEqual(['1', '2', '3'])
  })

  test('keeps a claim as long as its handler runs', async () => {
    await queue().put(item('1'))
    const claimMs = 900
    let begun = 0
    const end = gate()
    const handle = async (_: unknown, { signal }: Claim) => {
      begun++
      await end.promise
      expect(signal.aborted).toBe(false)
    }
    const workers = [startWork(queue(), handle, { claimMs }), startWork(queue(), handle, { claimMs })]
    await expect.poll(() => begun, patient).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 2 * claimMs))
    end.open()
    await Promise.all(workers.map((worker) => worker.stop()))
    expect(begun).toBe(1)
    expect(await queue().get(ref)).toMatchObject({ status: 'done', attempt: 1 })
  })

  test('increases fences', async () => {
    for (const id of ['1', '2', '3']) await queue().put(item(id))
    const fences: number[] = []
    const working = startWork(queue(), async (_, { fence }) => void fences.push(fence))
    await expect.poll(() => fences, patient).toHaveLength(3)
    await working.stop()
    expect(fences).toEqual([...new Set(fences)].toSorted((left, right) => left - right))
  })

  test('grants a lane to one holder at a time, and to the next when it is released', async () => {
    const { claims } = store()
    if (!claims) throw new Error('The suite needs a store with claims.')
    const signal = new AbortController().signal
    const first = await claims.acquire('turn', { signal })
    const order: string[] = []
    const holders: string[] = []
    const second = claims.acquire('turn', { signal, onWait: (holder) => holders.push(holder) }).then((claim) => {
      order.push('second')
      return claim
    })
    await using _other = await claims.acquire('another', { signal })
    await expect.poll(() => holders, patient).toEqual([expect.any(String)])
    order.push('first')
    await first[Symbol.asyncDispose]()
    const { fence } = await second
    expect(order).toEqual(['first', 'second'])
    expect(fence).toBeGreaterThan(first.fence)
    await (await second)[Symbol.asyncDispose]()
  })

  test('aborts the wait for a lane', async () => {
    const { claims } = store()
    if (!claims) throw new Error('The suite needs a store with claims.')
    await using _held = await claims.acquire('turn', { signal: new AbortController().signal })
    const controller = new AbortController()
    const waiting = claims.acquire('turn', {
      signal: controller.signal,
      onWait: () => controller.abort(new Error('enough')),
    })
    await expect(waiting).rejects.toThrow('enough')
  })

  test('rejects every write with a lost claim, and accepts those of the new holder', async () => {
    const { claims } = store()
    if (!claims) throw new Error('The suite needs a store with claims.')
    const signal = new AbortController().signal
    const lost = await claims.acquire('turn', { signal })
    await store().messages.append('s', [user('by the first')], { guard: lost })
    await lost[Symbol.asyncDispose]()
    await using held = await claims.acquire('turn', { signal })
    const guarded = { guard: { lane: lost.lane, fence: lost.fence } }
    const { sessions, messages } = store()
    await expectStoreError(messages.append('s', [user('late')], guarded), 'fenced')
    await expectStoreError(sessions.update('s', { title: 'late' }, guarded), 'fenced')
    await expectStoreError(sessions.split('s', { id: 'late', messages: [user('late')], atMs: 1 }, guarded), 'fenced')
    await expectStoreError(sessions.create(session('late'), guarded), 'fenced')
    await messages.append('s', [user('by the second')], { guard: held })
    await sessions.update('s', { title: 'kept' }, { guard: held })
    expect(await contents()).toEqual(['by the first', 'by the second'])
    expect(await sessions.get('late')).toBeUndefined()
    expect(await sessions.get('s')).toMatchObject({ title: 'kept' })
  })

  test('rejects with the kind fenced when a claim was lost', async () => {
    const failure = await store()
      .messages.append('s', [user('x')], { guard: { lane: 'never taken', fence: 1 } })
      .catch((error: unknown) => error)
    expect(StoreError.is(failure) && failure.code).toBe('store/fenced')
  })
}
