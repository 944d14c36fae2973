import { lstat, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isMissing } from '../errors/is-missing.js'

/** Maximum number of links to follow, the same as on Linux. */
const maxLinks = 40

/**
 * Resolves an absolute path as the kernel would: follows links, including dangling ones, and resolves `..` against the
 * target of a link. Components that do not exist are kept.
 */
export async function resolvePath(path: string): Promise<string> {
  return (await realpath(path).catch(() => undefined)) ?? (isPlain(path) ? resolveMissing(path) : walk(path))
}

/** Whether a path has no `.`, `..` or empty names, each of which only means something to a walk from the root. */
function isPlain(path: string): boolean {
  return path.startsWith('/') && !/\/\.{0,2}(?:\/|$)/.test(path)
}

/** Resolves from the end, because usually only the last name is missing. */
async function resolveMissing(path: string): Promise<string> {
  const isLink = (await linkTarget(path)) !== undefined
  return isLink ? walk(path) : join(await resolvePath(dirname(path)), basename(path))
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
    if (links > maxLinks) throw Object.assign(new Error(`ELOOP: ${path} contains a cycle of links.`), { code: 'ELOOP' })
    if (target.startsWith('/')) place = '/'
    rest.push(...target.split('/').reverse())
  }
  return place
}

/** Returns the target of a link, or `undefined` when the path is not a link. */
async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
