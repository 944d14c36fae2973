import fc from 'fast-check'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { expectLawful } from './expect-lawful.js'
import { scenario } from './scenario.js'
import { simulate } from './simulate.js'

// Time is virtual: when nothing else can happen, the next timer fires. A hook that hangs for 30 seconds costs nothing,
// and the load of the machine changes nothing.
/** The maximum wait for a hook, even if its turn has failed in the meantime. */
const hookLimitMs = 30_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }).setTimerTickMode('nextTimerAsync')
})
afterEach(() => {
  vi.useRealTimers()
})

// A failing scenario is printed with its seed and path: FAST_CHECK_SEED explores others.
test('ends every turn with a true outcome, without losses or leaks, after any faults', async () => {
  const statuses = new Set<string>()
  await fc.assert(
    fc
      .asyncProperty(scenario, async (plan) => {
        const simulation = await simulate(plan)
        await expectLawful(plan, simulation)
        if (Object.values(plan.hooks).includes('hangs')) await vi.advanceTimersByTimeAsync(hookLimitMs)
        expect(vi.getTimerCount(), 'no timer is left').toBe(0)
        for (const { result } of simulation.records) statuses.add(result.outcome.status)
      })
      // Leftovers of one run must not affect another.
      .afterEach(() => {
        vi.clearAllTimers()
      }),
    { numRuns: 200 * inject('effort') },
  )
  expect([...statuses]).toEqual(expect.arrayContaining(['completed', 'exhausted', 'failed', 'interrupted']))
}, 240_000)
