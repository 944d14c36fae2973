/** `pnpm build`: builds all packages and apps into empty `dist` folders. */
import { cleanOutput, run } from './toolchain.mjs'

cleanOutput()
run('turbo', ['run', 'build', ...process.argv.slice(2)], { stdout: 'inherit' })
