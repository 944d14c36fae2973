import type { JsonValue, SessionStore } from '@hermes/core'
import type { Run } from '@hermes/scheduler'
import { expect, test } from 'vitest'
import { minuteMs, never, openFiringBench } from './firing-bench.js'

/** Describes how a scheduler handles runs that fail, on one kind of store. */
export function describeFailures(open: () => Promise<SessionStore>): void {
  const bench = openFiringBench(open)

  test('retries a passing failure after 5, 15 and 30 minutes, and then reports it', async () => {
    const { id } = await bench.add('every 5h')
    bench.outcome = () => ({ status: 'failed', reason: 'The provider cannot be reached.', isTransient: true })
    const tries: number[] = []
    for (let minutes = 300; minutes < 400; minutes += 1) {
      const before = bench.fired.length
      await bench.tickAt(minutes)
      if (bench.fired.length > before) tries.push(minutes)
    }
    expect(tries).toEqual([300, 305, 320, 350])
    expect(bench.sent).toEqual(['05:00 The run due at 2026-01-01 05:00:30 failed: The provider cannot be reached.'])
    expect(await bench.book().get(id)).toMatchObject({ runs: 1, failures: 1 })
  })

  test('opens an incident after consecutive failures, pauses after more, and resolves it with a success', async () => {
    const { id } = await bench.add('every 1h')
    bench.outcome = () => ({ status: 'failed', reason: 'No.' })
    for (const hours of [1, 2, 3]) await bench.tickAt(hours * 60, { failuresToPause: 4 })
    expect(await bench.book().incidents()).toMatchObject([{ id: `${id}:failing`, state: 'alerted', count: 1 }])
    await bench.tickAt(240, { failuresToPause: 4 })
    expect(await bench.book().get(id)).toMatchObject({ state: 'paused', pausedFor: 'It failed 4 times in a row.' })
    await bench.book().resume(id)
    bench.outcome = () => ({ status: 'completed', text: 'done' })
    await bench.tickAt(300)
    expect(await bench.book().incidents()).toMatchObject([{ state: 'resolved', count: 2 }])
    await expect(bench.book().acknowledge(`${id}:failing`)).rejects.toMatchObject({ code: 'schedule/not-found' })
  })

  test('notifies the targets once of a job that fails again and again, even after a crash', async () => {
    const { id } = await bench.add('every 1h')
    const alerts = () => bench.sent.filter((text) => text.includes('times in a row'))
    bench.outcome = () => ({ status: 'failed', reason: 'No.' })
    await bench.tickAt(60)
    await bench.tickAt(120)
    expect(alerts()).toEqual([])
    let unsettled: JsonValue | undefined
    bench.outcome = async () => {
      unsettled = await bench.store.values?.get('cron.jobs', id)
      return { status: 'failed', reason: 'No.' }
    }
    await bench.tickAt(180)
    expect(alerts()).toEqual([expect.stringMatching(/failed: No\.\n\nIt has failed 3 times in a row\.$/)])
    // As if the process had ended before the third run was settled.
    await bench.store.values?.update('cron.jobs', id, () => unsettled)
    await bench.tickAt(181)
    expect(await bench.book().get(id)).toMatchObject({ failures: 3 })
    expect(await bench.book().incidents()).toMatchObject([{ state: 'alerted', count: 1 }])
    await bench.tickAt(240)
    expect(alerts()).toHaveLength(1)
    await bench.book().acknowledge(`${id}:failing`)
    await bench.tickAt(300)
    expect(await bench.book().incidents()).toMatchObject([{ state: 'closed' }])
    bench.outcome = () => ({ status: 'completed', text: 'done' })
    await bench.tickAt(360)
    bench.outcome = () => ({ status: 'failed', reason: 'No.' })
    for (const hours of [7, 8, 9, 10]) await bench.tickAt(hours * 60)
    expect(alerts()).toHaveLength(2)
    expect(await bench.book().incidents()).toMatchObject([{ state: 'alerted', count: 2 }])
  })

  test('counts a failure whose next attempt comes after the next due time', async () => {
    const { id } = await bench.add('every 10m')
    bench.outcome = () => ({ status: 'failed', reason: 'The provider cannot be reached.', isTransient: true })
    for (const minutes of [10, 15]) await bench.tickAt(minutes)
    expect(bench.fired).toEqual(['00:10 schedule', '00:10 retry'])
    expect(bench.sent).toEqual(['00:10 The run due at 2026-01-01 00:10:30 failed: The provider cannot be reached.'])
    expect(await bench.book().get(id)).toMatchObject({ runs: 1, failures: 1 })
    await bench.tickAt(20)
    expect(await bench.book().get(id)).toMatchObject({ runs: 1, failures: 1, retry: { attempt: 2 } })
  })

  test('pauses a job that runs every minute and cannot reach its model, and says so', async () => {
    const { id } = await bench.add('every 1m')
    bench.outcome = () => ({ status: 'failed', reason: 'The provider cannot be reached.', isTransient: true })
    for (let minutes = 1; minutes <= 12; minutes += 1) await bench.tickAt(minutes)
    expect(bench.fired).toHaveLength(10)
    expect(await bench.book().get(id)).toMatchObject({ state: 'paused', runs: 10, failures: 10 })
    expect(await bench.book().incidents()).toMatchObject([{ kind: 'failing', state: 'alerted' }])
    expect(bench.sent.at(-1)).toMatch(/failed: .*\n\nIt has failed 10 times in a row and is paused now: resume it/s)
  })

  test('counts a failure that was not retried before the next due time', async () => {
    const { id } = await bench.add('every 1h')
    bench.outcome = () => ({ status: 'failed', reason: 'The provider cannot be reached.', isTransient: true })
    await bench.tickAt(60)
    expect(await bench.book().get(id)).toMatchObject({ runs: 0, failures: 0 })
    bench.nowMs += 60 * minuteMs
    await Promise.all([1, 2, 3].map(() => bench.scheduler().tick(never)))
    expect(bench.fired).toEqual(['01:00 schedule', '02:00 schedule'])
    expect(await bench.book().get(id)).toMatchObject({ runs: 1, failures: 1, retry: { attempt: 2 } })
  })

  test.each([false, true])('retries an event whatever else is due (paused: %s)', async (isPaused) => {
    const { id } = await bench.add('every 1m', { isPaused })
    bench.outcome = () => ({ status: 'failed', reason: 'The provider cannot be reached.', isTransient: true })
    const event = { source: 'webhook issues', text: 'It crashes.' }
    await bench.book().requestRun(id, { event })
    await bench.tickAt(0)
    bench.outcome = () => ({ status: 'completed', text: 'done' })
    for (const minutes of [1, 2, 3, 4]) await bench.tickAt(minutes)
    expect(await bench.book().get(id)).toMatchObject({ retry: { event } })
    await bench.tickAt(5)
    expect(bench.fired.filter((text) => text.endsWith('retry'))).toEqual(['00:00 retry'])
    expect((await bench.book().get(id)).retry).toBeUndefined()
    expect(await bench.book().get(id)).toMatchObject({ state: isPaused ? 'paused' : 'active' })
  })

  test('an acknowledged job reports no further failures until it has succeeded, but reports its pause', async () => {
    const { id } = await bench.add('every 1h')
    bench.outcome = () => ({ status: 'failed', reason: 'No.' })
    for (const hours of [1, 2, 3]) await bench.tickAt(hours * 60)
    await bench.book().acknowledge(`${id}:failing`)
    for (const hours of [4, 5]) await bench.tickAt(hours * 60)
    expect(bench.sent).toHaveLength(3)
    expect((await bench.book().runs(id)).map(({ state }) => state)).toEqual(Array(5).fill('failed'))
    await bench.tickAt(360, { failuresToPause: 6 })
    expect(bench.sent.slice(3)).toEqual([expect.stringContaining('It has failed 6 times in a row and is paused now')])
    await bench.book().resume(id)
    await bench.tickAt(420)
    expect(bench.sent).toHaveLength(5)
  })

  test('reads its settings again before each check of the jobs', async () => {
    const { id } = await bench.add('every 1h')
    bench.outcome = () => ({ status: 'failed', reason: 'No.' })
    let failuresToPause = 10
    const scheduler = bench.scheduler({ settings: async () => ({ failuresToPause }) })
    const stop = new AbortController()
    const ended = scheduler.run(stop.signal)
    failuresToPause = 1
    bench.nowMs += 60 * minuteMs
    scheduler.wake()
    await expect.poll(async () => (await bench.book().get(id)).state).toBe('paused')
    stop.abort()
    await ended
  })

  test('the record of a run names its conversation during the run, and after it was cut off', async () => {
    const { id } = await bench.add('every 1h')
    let running: readonly Run[] = []
    bench.nowMs += 60 * minuteMs
    const scheduler = bench.scheduler({
      async run(_, { noteSession }) {
        await noteSession('session-1')
        running = await bench.book().runs(id)
        return { status: 'cut-off', reason: 'The program was stopped.' }
      },
    })
    await scheduler.tick(never)
    expect(running).toMatchObject([{ state: 'running', sessionId: 'session-1' }])
    expect(await bench.book().runs(id)).toMatchObject([{ state: 'cut-off', sessionId: 'session-1' }])
  })
}
