/** `npm test`: installs, builds, type-checks, lints and runs every test. Arguments go to vitest and narrow the run. */
import { ensureBuilt, ensureInstalled, run } from './toolchain.mjs'

await ensureInstalled()
await ensureBuilt()
run('tsc', ['-p', 'tsconfig.json'], { stdout: 'inherit' })
run('biome', ['check', '--error-on-warnings'], { stdout: 'inherit' })
run('vitest', ['run', ...process.argv.slice(2)], { stdout: 'inherit' })
