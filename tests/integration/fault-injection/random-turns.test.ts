import fc from 'fast-check'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { expectLawful } from './expect-lawful.js'
import { scenario } from './scenario.js'
import { simulate } from './simulate.js'

// Time is virtual: whenever nothing else can happen, the next timer is due. A hook that hangs for 30 seconds costs nothing,
// and a machine under load changes nothing.
/** The longest that a hook is waited for, also where its turn has failed meanwhile. */
const hookLimitMs = 30_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }).setTimerTickMode('nextTimerAsync')
})
afterEach(() => {
  vi.useRealTimers()
})

// A failing scenario is printed with its seed and path: FAST_CHECK_SEED explores others.
test('whatever goes wrong, a turn ends, tells the truth, loses nothing and leaves nothing behind', async () => {
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
      // What one run leaves behind must not be found in another.
      .afterEach(() => {
        vi.clearAllTimers()
      }),
    { numRuns: 200 * inject('effort') },
  )
  expect([...statuses]).toEqual(expect.arrayContaining(['completed', 'exhausted', 'failed', 'interrupted']))
}, 240_000)
