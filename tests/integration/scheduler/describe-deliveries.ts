import { HermesError, type SessionStore, StoreError } from '@hermes/core'
import type { Delivery } from '@hermes/scheduler'
import { expect, test } from 'vitest'
import { minuteMs, never, openFiringBench, startMs } from './firing-bench.js'

/** Describes how a scheduler delivers the output of runs, on one kind of store. */
export function describeDeliveries(open: () => Promise<SessionStore>): void {
  const bench = openFiringBench(open)

  test.each([
    ['no process of the first run serves', 'nowhere'],
    ['gives the message up after it has waited', 'net:1'],
  ])('reports a job that fails again and again in its next message, where a target %s', async (_, target) => {
    const { id } = await bench.add('every 1h', { deliver: [target] })
    const stateOf = async () => (await bench.book().incidents()).find(({ kind }) => kind === 'failing')?.state
    bench.outcome = () => ({ status: 'failed', reason: 'No.' })
    bench.networkState = () => 'waiting'
    for (const hours of [1, 2, 3]) await bench.tickAt(hours * 60)
    expect(await stateOf()).toBe(target === 'nowhere' ? 'open' : 'alerted')
    bench.networkState = giveUp
    await bench.tickAt(181)
    expect(await stateOf()).toBe('open')
    await bench.book().edit(id, { deliver: ['net:2'] })
    bench.networkState = () => 'delivered'
    bench.sent = []
    await bench.tickAt(240)
    expect(bench.sent).toEqual([expect.stringMatching(/\n\nIt has failed 4 times in a row\.$/)])
    expect(await stateOf()).toBe('alerted')
    await bench.tickAt(300)
    expect(bench.sent).toEqual([expect.anything(), expect.not.stringContaining('in a row')])
  })

  test('a delivery that fails does not stop the others, and opens an incident', async () => {
    const { id } = await bench.add('every 10m', { deliver: ['nowhere', 'local'] })
    await bench.tickAt(10)
    expect(bench.sent).toEqual(['00:10 done'])
    expect(await bench.book().runs(id)).toMatchObject([
      {
        state: 'completed',
        deliveries: [
          { target: 'nowhere', state: 'failed' },
          { target: 'local', state: 'delivered' },
        ],
      },
    ])
    expect(await bench.book().incidents()).toMatchObject([{ kind: 'undelivered', state: 'open' }])
    expect(await bench.book().acknowledge(`${id}:undelivered`)).toMatchObject({ state: 'closed' })
  })

  test.each([
    { end: 'arrives', state: () => 'delivered', became: 'delivered', status: 'completed', incidents: [] },
    { end: 'is lost', state: () => 'unknown', became: 'unknown', status: 'unverified', incidents: ['undelivered'] },
    { end: 'is given up', state: giveUp, became: 'failed', status: 'delivery_failed', incidents: ['undelivered'] },
  ] as const)('a message that waits and $end is recorded then', async ({ state, became, status, incidents }) => {
    const { id } = await bench.add('every 1h', { deliver: ['net:1'] })
    const receiptsOf = async () => (await bench.book().runs(id)).map(({ deliveries }) => deliveries)
    bench.networkState = () => 'waiting'
    await bench.tickAt(60)
    await bench.tickAt(61)
    expect(await receiptsOf()).toMatchObject([[{ target: 'net:1', state: 'waiting', detail: 'net:1' }]])
    expect(await bench.book().get(id)).toMatchObject({ lastRun: { status: 'queued' } })
    expect(await bench.book().incidents()).toEqual([])
    bench.networkState = state
    await bench.tickAt(62)
    await bench.tickAt(63)
    expect(await receiptsOf()).toMatchObject([[{ state: became, atMs: startMs + 62 * minuteMs }]])
    expect(await bench.book().get(id)).toMatchObject({ lastRun: { status } })
    expect((await bench.book().incidents()).map(({ kind, count }) => `${kind} ${count}`)).toEqual(
      incidents.map((kind) => `${kind} 1`),
    )
    expect(bench.sent).toHaveLength(1)
  })

  test('a waiting result only resolves the incident of lost ones when it arrives', async () => {
    const { id } = await bench.add('every 1h', { deliver: ['nowhere'] })
    const stateOf = async () => (await bench.book().incidents()).map(({ state }) => state)
    await bench.tickAt(60)
    expect(await stateOf()).toEqual(['open'])
    await bench.book().edit(id, { deliver: ['net:1'] })
    bench.networkState = () => 'waiting'
    await bench.tickAt(120)
    expect(await stateOf()).toEqual(['open'])
    bench.networkState = () => 'delivered'
    await bench.tickAt(121)
    expect(await stateOf()).toEqual(['resolved'])
  })

  test('owes a message whose store was unavailable while it was sent', async () => {
    const { id } = await bench.add('every 1h', { deliver: ['net:1'] })
    let isAway = true
    const delivery: Delivery = {
      serves: () => true,
      isIdempotent: true,
      async send({ text }) {
        if (isAway) {
          isAway = false
          throw new StoreError('unavailable', 'The store does not answer.')
        }
        bench.sent.push(text)
        return undefined
      },
    }
    bench.nowMs += 60 * minuteMs
    await bench.scheduler({ deliveries: [delivery] }).tick(never)
    expect(bench.sent).toEqual(['done'])
    expect(await bench.book().runs(id)).toMatchObject([{ deliveries: [{ target: 'net:1', state: 'delivered' }] }])
    expect(await bench.book().incidents()).toEqual([])
  })

  test.each([
    {
      end: 'completed',
      outcome: { status: 'completed', text: 'done' } as const,
      sent: '01:00 done',
    },
    {
      end: 'cut-off',
      outcome: { status: 'failed', reason: 'The claim was lost.' } as const,
      sent: '01:00 The run due at 2026-01-01 01:00:30 was cut off: Its process ended, or could not reach the store. It may have had some of its effects, so it is not repeated.',
    },
  ])('owes the message of a run that lost its claim and was $end', async ({ end, outcome, sent }) => {
    const { id } = await bench.add('every 1h', { deliver: ['net:1'] })
    const { queue, values } = bench.store
    if (!queue) throw new TypeError('The store needs a work queue.')
    // As a worker does that could not reach its store for longer than its claims last.
    const lost = new AbortController()
    const claims: AbortSignal[] = []
    const losing: typeof queue = {
      ...queue,
      work: (name, handle, options) =>
        queue.work(
          name,
          (item, claim) => {
            const signal = claims.length === 0 ? lost.signal : claim.signal
            claims.push(signal)
            return handle(item, { ...claim, signal })
          },
          options,
        ),
    }
    bench.outcome = () => {
      lost.abort(new StoreError('fenced', 'The claim was lost.'))
      return outcome
    }
    bench.nowMs += 60 * minuteMs
    await bench.scheduler({ store: { queue: losing, ...(values && { values }) } }).tick(never)
    expect(bench.fired).toHaveLength(1)
    expect(bench.sent).toEqual([sent])
    expect(await bench.book().runs(id)).toMatchObject([{ state: end, deliveries: [{ state: 'delivered' }] }])
  })

  test('delivers nothing of a silent run', async () => {
    await bench.add('every 10m')
    bench.outcome = () => ({ status: 'completed', text: '[SILENT]', isSilent: true })
    await bench.tickAt(10)
    expect(bench.fired).toHaveLength(1)
    expect(bench.sent).toEqual([])
  })
}

function giveUp(): never {
  throw new HermesError('platform/refused', 'The chat is gone.')
}
