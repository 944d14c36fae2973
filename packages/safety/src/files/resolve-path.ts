import { lstat, readlink, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMissing } from '../errors/is-missing.js'

/** As many as Linux follows. */
const maxLinks = 40

/**
 * Where an absolute path leads, as the kernel would walk it: links followed, also one whose target does not exist, and
 * `..` taken from the folder that a link led to. What does not exist is kept as it stands.
 */
export async function resolvePath(path: string): Promise<string> {
  return (await realpath(path).catch(() => undefined)) ?? walk(path)
}

async function walk(path: string): Promise<string> {
  const rest = path.split('/').reverse()
  let place = '/'
  let links = 0
  for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
    if (name === '' || name === '.') continue
    if (name === '..') {
      place = dirname(place)
      continue
    }
    const target = await linkTarget(join(place, name))
    if (target === undefined) {
      place = join(place, name)
      continue
    }
    links += 1
    if (links > maxLinks) throw Object.assign(new Error(`ELOOP: ${path} leads round in circles.`), { code: 'ELOOP' })
    if (target.startsWith('/')) place = '/'
    rest.push(...target.split('/').reverse())
  }
  return place
}

/** `undefined` when there is no link at the path. */
async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
