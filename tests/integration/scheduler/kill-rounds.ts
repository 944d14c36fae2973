import { join } from 'node:path'
import fc from 'fast-check'
import { expect, inject } from 'vitest'
import type { Place } from '../place.js'
import { addJobs, endOf, readLog, readRuns, startLife, temporaryFolder } from './lives.js'

const moment = fc.integer({ min: 1, max: 60 })

/**
 * Lets two schedulers fire the same jobs and kills them at random moments. The next two continue, and the last one is not
 * killed. FAST_CHECK_SEED explores other moments.
 * @param count The number of rounds. Multiplied by the effort.
 */
export function killRounds(count: number, newPlace: (folder: string) => Place) {
  const { seed = 0 } = fc.readConfigureGlobal()
  const lives = fc.array(fc.tuple(moment, moment), { minLength: 2, maxLength: 3 })
  const rounds = fc.sample(lives, { numRuns: count * inject('effort'), seed }).map((kills) => ({ kills }))
  const seen = { kills: 0, completed: 0, cutOff: 0 }
  return {
    rounds,
    async run({ kills }: { readonly kills: readonly (readonly number[])[] }): Promise<void> {
      using folder = temporaryFolder()
      const place = newPlace(folder.path)
      const options = { place, logPath: join(folder.path, 'log'), claimMs: 30_000, runMs: 5 }
      await addJobs(place, 3)
      for (const moments of kills) {
        const ends = moments.map((killAt) => {
          const child = startLife({ ...options, killAt })
          child.stdout?.once('data', () => child.kill('SIGKILL'))
          return endOf(child)
        })
        const killed = await Promise.all(ends)
        seen.kills += killed.filter(Boolean).length
      }
      await endOf(startLife({ ...options, killAt: 0 }))
      const { runs, left } = await readRuns(place)
      const log = readLog(options.logPath)
      expect(left, 'nothing is left').toEqual([])
      for (const [id, effects] of log) {
        expect(new Set(effects).size, `${id} has each effect once`).toBe(effects.length)
        expect(runs.map((run) => run.id)).toContain(id)
      }
      for (const { id, state, deliveries } of runs) {
        const effects = log.get(id) ?? []
        expect(['completed', 'cut-off', 'skipped'], id).toContain(state)
        if (state === 'completed') expect(effects.slice(0, 2), id).toEqual(['start', 'end'])
        if (state === 'skipped') continue
        const told = state === 'completed' ? 'result' : 'notice'
        expect(deliveries, id).toHaveLength(1)
        if (deliveries[0]?.state === 'delivered') expect(effects, id).toContain(told)
        else expect(deliveries[0]?.state, id).toBe('unknown')
      }
      seen.completed += runs.filter(({ state }) => state === 'completed').length
      seen.cutOff += runs.filter(({ state }) => state === 'cut-off').length
    },
    /** Checks that the rounds killed processes in the middle of their work. */
    expectKills() {
      expect(seen.kills).toBeGreaterThanOrEqual(rounds.length * 4)
      expect(seen.cutOff).toBeGreaterThan(0)
      expect(seen.completed).toBeGreaterThan(0)
    },
  }
}
