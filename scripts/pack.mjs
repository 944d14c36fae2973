/** `npm run pack`: a tarball of each package in `packed/`, for npm to install. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cleanOutput, ensureInstalled, root, run } from './toolchain.mjs'

const destination = join(root, 'packed')
await ensureInstalled()
// A build by hand may have left files of earlier ones.
cleanOutput()
run('turbo', ['run', 'build'], { stdout: 'ignore' })
rmSync(destination, { recursive: true, force: true })
// The `prepack` scripts of the manifests would check again, for each package, whether it is built.
run('pnpm', ['--recursive', 'pack', '--config.ignore-scripts=true', '--pack-destination', destination], {
  stdout: 'ignore',
})
console.log(
  readdirSync(destination)
    .map((file) => join('packed', file))
    .join('\n'),
)
