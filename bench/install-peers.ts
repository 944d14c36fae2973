import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'peers')

/** Installs the peers into their own folder from their lockfile, unless they are installed. Install scripts do not run. */
export function installPeers(): void {
  if (changedAt('node_modules/.package-lock.json') > changedAt('package-lock.json')) return
  console.error(`The peers are installed into ${folder}.`)
  const { status, error } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    // stdout is reserved for the output of the benchmarks.
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('npm did not install the peers: see its message above.', { cause: error })
}

function changedAt(file: string): number {
  return statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0
}
