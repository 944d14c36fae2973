import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { root } from '../e2e/hermes.js'
import { parseOutcomes, recordedResults, summarize, surfaceNames } from './results/results.js'
import { withTables } from './results/tables.js'
import { everydayTasks } from './tasks/everyday.js'
import { attackClasses } from './ways/attack-classes.js'
import { runInWorld, walls, whyNoWorld } from './world/enter-world.js'

const results = recordedResults()
const problem = whyNoWorld()
/** The sampling interval. Each mode tries different ways, so that a short run covers more of them. */
const every = inject('effort') > 1 ? 1 : 45
const modes = walls.flatMap((wall) => surfaceNames.map((surface) => ({ wall, surface })))
const runs = modes.map((mode, index) => ({ ...mode, first: every === 1 ? 0 : index * 7 }))

describe.skipIf(problem !== undefined)(`attacks${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  test.concurrent.each(runs)(
    'have no effect that is not recorded: $wall, $surface',
    { timeout: 1_800_000 },
    async (run) => {
      const printed = await runInWorld(run.wall, 'main.ts', [run.surface, String(every), String(run.first)])
      const outcomes = parseOutcomes(printed)
      const known = results[run.wall][run.surface]
      const harmful = outcomes.filter(({ effects }) => effects.length > 0)
      expect(outcomes.length).toBeGreaterThan(10)
      expect(harmful.filter(({ group, name }) => !known[group]?.effects.includes(name))).toEqual([])
      if (every === 1) expect(summarize(outcomes)).toEqual(known)
    },
  )
})

test('have different names', () => {
  for (const { attacks } of [...attackClasses, { attacks: everydayTasks }]) {
    const names = attacks.map(({ name }) => name)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  }
})

test('are recorded in every mode, and the tables of the documentation show the records', () => {
  for (const { wall, surface } of modes) {
    for (const { name, attacks } of attackClasses) expect(results[wall][surface][name]?.ways).toBe(attacks.length)
    expect(results[wall][surface].everyday?.ways).toBe(everydayTasks.length)
  }
  const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
  expect(withTables(page, results)).toBe(page)
})
