/**
 * `npm test`: installs, builds, type-checks, lints and runs every test. Arguments are passed to vitest to narrow the run. `--full`
 * (`npm run test:full`) multiplies the rounds of kill loops, random turns and floods by 25.
 */
import { ensureBuilt, ensureInstalled, run } from './toolchain.mjs'

const args = process.argv.slice(2).filter((argument) => argument !== '--full')
const isFull = args.length < process.argv.length - 2

await ensureInstalled()
await ensureBuilt()
run('tsc', ['-p', 'tsconfig.json'], { stdout: 'inherit' })
run('tsc', ['-p', 'bench'], { stdout: 'inherit' })
run('biome', ['check', '--error-on-warnings'], { stdout: 'inherit' })
run('vitest', ['run', ...args], { stdout: 'inherit', env: isFull ? { TEST_EFFORT: '25' } : {} })
