/** `pnpm attacks`: tries every attack and every task in every mode, writes the results, and updates the tables of the documentation. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseOutcomes, resultsFile, summarize, surfaceNames } from './results/results.ts'
import { withTables } from './results/tables.ts'
import { runInWorld, walls, whyNoWorld } from './world/enter-world.ts'

const page = fileURLToPath(new URL('../../docs/security.md', import.meta.url))
const problem = whyNoWorld()
if (problem !== undefined) throw new Error(`The attacks cannot be tried here: ${problem}.`)

const found = await Promise.all(
  walls.map(async (wall) => {
    const modes = []
    for (const surface of surfaceNames) {
      const outcomes = parseOutcomes(await runInWorld(wall, 'main.ts', [surface]))
      modes.push([surface, summarize(outcomes)])
      const harmful = outcomes.filter(({ effects }) => effects.length > 0)
      process.stdout.write(`${wall}, ${surface}: ${harmful.length} of ${outcomes.length} had an effect\n`)
      for (const { group, name, effects } of harmful) process.stdout.write(`  ${group}: ${name}: ${effects[0]}\n`)
    }
    return [wall, Object.fromEntries(modes)]
  }),
)
const results = Object.fromEntries(found)
writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`)
writeFileSync(page, withTables(readFileSync(page, 'utf8'), results))
