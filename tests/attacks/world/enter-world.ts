import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What confines commands in a world. */
export type Wall = 'bubblewrap' | 'unshare' | 'none'
export const walls: readonly Wall[] = ['bubblewrap', 'unshare', 'none']

const hiddenBy: Readonly<Record<Wall, readonly string[]>> = {
  bubblewrap: [],
  unshare: ['bwrap'],
  none: ['bwrap', 'unshare'],
}
const folder = import.meta.dirname
const repository = fileURLToPath(new URL('../../..', import.meta.url))
const script = join(folder, 'enter-world.sh')
const needed = ['unshare', 'setpriv', 'pivot_root', 'mount', 'bwrap', 'git', 'python3', 'perl', 'script']

/** Returns why this machine cannot create a world; `undefined` if it can. */
export function whyNoWorld(): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux'
  if (process.getuid?.() !== 0) return 'it needs root, to make a machine of its own'
  const missing = needed.filter((name) => pathsOf(name).length === 0)
  if (missing.length > 0) return `${missing.join(', ')} not found`
  try {
    using place = emptyFolder()
    const words = ['/usr/bin/unshare', '--map-root-user', 'cat', script]
    execFileSync(...command(place.path, 'bubblewrap', words), { stdio: 'pipe' })
    return undefined
  } catch (error) {
    return `namespaces cannot be created (${error instanceof Error ? error.message.split('\n').at(1) : error})`
  }
}

/**
 * Runs a TypeScript file of this folder on a machine of its own: the same programs, read-only, an empty home of an ordinary user, no other
 * processes, no network except its loopback interface. The file gets `wall` and `args`. Resolves to its output.
 */
export function runInWorld(wall: Wall, file: string, args: readonly string[]): Promise<string> {
  const words = [realpathSync(process.execPath), join(folder, '..', file), wall, ...args]
  const place = emptyFolder()
  return new Promise((resolve, reject) => {
    execFile(...command(place.path, wall, words), { maxBuffer: 100_000_000 }, (error, stdout, stderr) => {
      place[Symbol.dispose]()
      if (error) reject(new Error(`The world ended early: ${error.message}\n${stderr}\n${stdout.slice(-2000)}`))
      else resolve(stdout)
    })
  })
}

/** Creates the folder where the world is mounted, only in its own namespace. */
function emptyFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'hermes-world-'))
  return { path, [Symbol.dispose]: () => rmdirSync(path) }
}

function command(place: string, wall: Wall, words: readonly string[]): [string, string[]] {
  const variables = [
    `WORLD=${place}`,
    `HIDDEN=${hiddenBy[wall].flatMap(pathsOf).join(' ')}`,
    `REPOSITORY=${realpathSync(repository)}`,
    `NODE_FOLDER=${dirname(realpathSync(process.execPath))}`,
    `PATH=${process.env.PATH ?? ''}:/usr/sbin:/sbin`,
  ]
  const namespaces = ['--mount', '--pid', '--net', '--ipc', '--uts', '--fork', '--kill-child']
  return ['unshare', [...namespaces, 'env', ...variables, 'sh', script, ...words]]
}

/** Returns the paths of a program. `/bin` may be a link to `/usr/bin`. */
function pathsOf(name: string): readonly string[] {
  const paths = ['/usr/bin', '/usr/local/bin', '/bin', '/usr/sbin', '/sbin'].map((each) => join(each, name))
  return [...new Set(paths.filter((path) => existsSync(path)).map((path) => realpathSync(path)))]
}
