/**
 * `npm test`: installs, builds, type-checks, lints and runs every test. Arguments go to vitest and narrow the run. `--full`
 * (`npm run test:full`) makes the rounds of kill loops, random turns and floods 25 times what they are in a run of every day.
 */
import { ensureBuilt, ensureInstalled, run } from './toolchain.mjs'

const args = process.argv.slice(2).filter((argument) => argument !== '--full')
const isFull = args.length < process.argv.length - 2

await ensureInstalled()
await ensureBuilt()
run('tsc', ['-p', 'tsconfig.json'], { stdout: 'inherit' })
run('biome', ['check', '--error-on-warnings'], { stdout: 'inherit' })
run('vitest', ['run', ...args], { stdout: 'inherit', env: isFull ? { TEST_EFFORT: '25' } : {} })
