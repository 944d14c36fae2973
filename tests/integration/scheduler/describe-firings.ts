import { type SessionStore, StoreError } from '@hermes/core'
import { timesOf, toJobRow } from '@hermes/scheduler'
import { expect, test } from 'vitest'
import { minuteMs, never, openFiringBench } from './firing-bench.js'

/** Describes when a scheduler fires jobs, on one kind of store. */
export function describeFirings(open: () => Promise<SessionStore>): void {
  const bench = openFiringBench(open)

  test('fires a due time once, however many schedulers check it', async () => {
    const { id } = await bench.add('every 10m')
    bench.nowMs += 10 * minuteMs
    await Promise.all([1, 2, 3].map(() => bench.scheduler().tick(never)))
    await bench.scheduler().tick(never)
    expect(bench.fired).toEqual(['00:10 schedule'])
    expect(bench.sent).toEqual(['00:10 done'])
    expect(await bench.book().runs(id)).toMatchObject([{ state: 'completed', deliveries: [{ state: 'delivered' }] }])
    expect(await bench.store.queue?.list()).toEqual([])
  })

  test('skips refused firings, reports that once, and counts no failures', async () => {
    const { id } = await bench.add('every 10m')
    bench.refusal = 'There is no money.'
    await bench.tickAt(10)
    await bench.tickAt(20)
    expect(bench.fired).toEqual([])
    expect(bench.sent).toEqual(['00:10 The run due at 2026-01-01 00:10:30 was skipped: There is no money.'])
    expect(await bench.book().get(id)).toMatchObject({ state: 'active', runs: 0, failures: 0 })
    bench.refusal = undefined
    await bench.tickAt(30)
    expect(bench.fired).toEqual(['00:30 schedule'])
    bench.refusal = 'There is no money.'
    await bench.tickAt(40)
    expect(bench.sent.slice(1)).toEqual([
      '00:30 done',
      '00:40 The run due at 2026-01-01 00:40:30 was skipped: There is no money.',
    ])
    expect((await bench.book().runs(id)).map(({ state }) => state)).toEqual([
      'skipped',
      'completed',
      'skipped',
      'skipped',
    ])
  })

  test('reports whether a scheduler runs', async () => {
    expect(await bench.book().isServed()).toBe(false)
    const stop = new AbortController()
    const ended = bench.scheduler().run(stop.signal)
    await expect.poll(() => bench.book().isServed()).toBe(true)
    stop.abort()
    await ended
    bench.nowMs += 4 * minuteMs
    expect(await bench.book().isServed()).toBe(false)
  })

  test('keeps jobs in the store', async () => {
    const job = await bench.add('every monday at 9am', {
      name: 'Monday',
      deliver: ['local', 'origin'],
      origin: 'session-1',
      repeat: 3,
      missed: 'skip',
    })
    expect(await bench.book().list()).toEqual([job])
    expect(await bench.book().get(job.id.slice(0, 4))).toEqual(job)
    expect(await bench.book().get('Monday')).toEqual(job)
    await expect(bench.book().get('nothing')).rejects.toMatchObject({ code: 'schedule/not-found' })
  })

  test('skips times that were missed for too long, if the job says so', async () => {
    const { id } = await bench.add('every 30m', { missed: 'skip' })
    await bench.add('every 30m')
    await bench.tickAt(75)
    expect(bench.fired).toEqual(['01:00 catch-up'])
    expect(await bench.book().runs(id)).toMatchObject([{ state: 'skipped', reason: expect.stringContaining('missed') }])
    await bench.tickAt(90)
    expect(bench.fired).toHaveLength(3)
  })

  test('ends after its number of runs', async () => {
    const { id } = await bench.add('every 10m', { repeat: 2 })
    for (const minutes of [10, 20, 30]) await bench.tickAt(minutes)
    expect(bench.fired).toHaveLength(2)
    expect(await bench.book().get(id)).toMatchObject({ state: 'done', runs: 2 })
    await bench.book().edit(id, { schedule: '10m' })
    await bench.tickAt(40)
    expect(bench.fired).toHaveLength(3)
  })

  test('runs a paused job on request, in addition to its schedule', async () => {
    const { id } = await bench.add('every 10m', { isPaused: true })
    await bench.tickAt(20)
    expect(bench.fired).toEqual([])
    const { runId } = await bench.book().requestRun(id)
    await expect(bench.book().requestRun(id)).rejects.toMatchObject({ code: 'schedule/running' })
    await bench.tickAt(21)
    expect(bench.fired).toEqual(['00:20 manual'])
    expect(await bench.book().runs(id)).toMatchObject([{ id: runId, state: 'completed' }])
    expect(await bench.book().get(id)).toMatchObject({ state: 'paused', runs: 1 })
  })

  test('a job that is removed during its run delivers nothing and leaves nothing', async () => {
    const { id } = await bench.add('every 10m')
    bench.outcome = async () => {
      await bench.book().remove(id)
      return { status: 'completed', text: 'too late' }
    }
    await bench.tickAt(10)
    expect(bench.sent).toEqual([])
    expect(await bench.book().list()).toEqual([])
    expect(await bench.store.queue?.list()).toEqual([])
  })

  test('an error of a run is a failure of the job, not of the scheduler', async () => {
    const { id } = await bench.add('every 10m')
    bench.outcome = () => {
      throw new StoreError('corrupt', 'Broken.')
    }
    await bench.tickAt(10)
    expect(await bench.book().runs(id)).toMatchObject([{ state: 'failed', reason: 'Broken.' }])
  })

  test.each([
    [{ schedule: 'soon' }, 'schedule/invalid'],
    [{ schedule: '10m', task: { prompt: ' ' } }, 'schedule/job'],
    [{ schedule: '10m', repeat: 0 }, 'schedule/job'],
    [{ schedule: '10m', task: { prompt: 'a', contextFrom: ['x'] } }, 'schedule/not-found'],
  ])('rejects the job %j', async (input, code) => {
    await expect(bench.add(input.schedule, input)).rejects.toMatchObject({ code })
    expect(await bench.book().list()).toEqual([])
  })

  test('shows the times of a job in the zone that was named for it, whatever its schedule', async () => {
    const { id } = await bench.add('2026-01-01T12:00', { zone: 'Asia/Tokyo' })
    const { nextDue, edit, get } = bench.book()
    const show = async () => timesOf(await get(id), 'UTC')(nextDue(await get(id)) ?? 0)
    expect(await show()).toBe('2026-01-01 12:00:00 Asia/Tokyo')
    await edit(id, { schedule: '2026-01-02T08:00' })
    expect(await show()).toBe('2026-01-02 08:00:00 Asia/Tokyo')
    expect(toJobRow(await get(id), undefined)).toMatchObject({ timezone: 'Asia/Tokyo' })
    bench.outcome = () => ({ status: 'failed', reason: 'No.' })
    await bench.tickAt(23 * 60)
    expect(bench.sent).toEqual([expect.stringContaining('due at 2026-01-02 08:00:00 Asia/Tokyo failed')])
  })
}
