import type { SessionStore } from '@hermes/core'
import { expect, test } from 'vitest'
import { minuteMs, never, openFiringBench } from './firing-bench.js'

/** Describes how a scheduler handles events that ask for runs, on one kind of store. */
export function describeEvents(open: () => Promise<SessionStore>): void {
  const bench = openFiringBench(open)
  const request = (id: string, text: string) =>
    bench.book().requestRun(id, { atMs: bench.nowMs + Number(text), event: { source: 'webhook issues', text } })

  test('events wait while the job runs, even on its schedule, and then run in order, each once', async () => {
    const { id } = await bench.add('every 1m')
    const read: (string | undefined)[] = []
    let isFirst = true
    bench.nowMs += minuteMs
    const scheduler = bench.scheduler({
      async run({ event }) {
        read.push(event?.text)
        if (isFirst) {
          isFirst = false
          for (const text of ['1', '2', '3', '2']) await request(id, text)
          // The job is due again before the events have run.
          bench.nowMs += minuteMs
        }
        return { status: 'completed', text: 'done' }
      },
    })
    await scheduler.tick(never)
    expect(read.filter((text) => text !== undefined)).toEqual(['1', '2', '3'])
    expect(read.slice(0, 2)).toEqual([undefined, '1'])
    expect((await bench.book().get(id)).waitingEvents).toBeUndefined()
  })

  test('an event that has waited for a day is skipped, recorded and reported', async () => {
    const { id } = await bench.add('every 1h', { isPaused: true })
    await bench.book().requestRun(id)
    await request(id, '1')
    bench.nowMs += 25 * 60 * minuteMs
    await request(id, '2')
    await bench.scheduler().tick(never)
    expect(bench.fired).toHaveLength(2)
    const [told] = bench.sent.filter((text) => text.includes('skipped'))
    expect(told).toContain('Its event (webhook issues) has waited for a day')
    expect((await bench.book().runs(id)).map(({ state }) => state).toSorted()).toEqual([
      'completed',
      'completed',
      'skipped',
    ])
    expect(await bench.book().get(id)).toMatchObject({ state: 'paused', failures: 0 })
  })

  test('at most 100 events wait', async () => {
    const { id } = await bench.add('every 1h')
    await bench.book().requestRun(id)
    for (let count = 1; count <= 100; count += 1) await request(id, `${count}`)
    await expect(request(id, '101')).rejects.toMatchObject({ code: 'schedule/job' })
  })
}
