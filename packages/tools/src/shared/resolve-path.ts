import { readlink } from 'node:fs/promises'
import { isAbsolute, join, parse, resolve, sep } from 'node:path'
import { isInside } from '@hermes/safety/protect'

export interface PathBase {
  /** Absolute path that relative paths are resolved against. */
  readonly cwd: string
  /** Replacement for `~`. Default: `~` is not expanded. */
  readonly home?: string
}

/** Expands `~` and `~/x`. Without a home folder, the tilde is an ordinary name. */
export function expandHome(path: string, home: string | undefined): string {
  if (home === undefined) return path
  return path === '~' || path.startsWith('~/') || path.startsWith(`~${sep}`) ? join(home, path.slice(1)) : path
}

/**
 * Resolves a path on this machine as the kernel does: link by link, applying `..` to the target of a link.
 * Components that do not exist are kept.
 *
 * @throws {Error} `ELOOP` when links are cyclic.
 */
export async function resolvePath(path: string, { cwd, home }: PathBase): Promise<string> {
  const expanded = expandHome(path, home)
  const start = isAbsolute(expanded) ? expanded : `${resolve(cwd)}${sep}${expanded}`
  const { root } = parse(start)
  const open = segments(start.slice(root.length)).reverse()
  let current = root
  for (let links = 0; ; ) {
    const segment = open.pop()
    if (segment === undefined) return current
    const candidate = join(current, segment)
    const target = segment === '..' ? undefined : await readLink(candidate)
    if (target === undefined) {
      current = candidate
      continue
    }
    links += 1
    if (links > 40) throw Object.assign(new Error(`The links at ${candidate} are cyclic.`), { code: 'ELOOP' })
    if (isAbsolute(target)) current = parse(target).root
    open.push(...segments(target.slice(isAbsolute(target) ? parse(target).root.length : 0)).reverse())
  }
}

/** Returns whether the paths are equal or one contains the other. Both must be absolute and resolved. */
export function overlap(left: string, right: string): boolean {
  return left === right || isInside(left, right) || isInside(right, left)
}

function segments(path: string): string[] {
  return path.split(sep === '\\' ? /[\\/]+/ : /\/+/).filter((segment) => segment !== '' && segment !== '.')
}

/** Returns the target of a link, or `undefined` for anything else, including missing and inaccessible paths. */
async function readLink(path: string): Promise<string | undefined> {
  try {
    return await readlink(path)
  } catch {
    return undefined
  }
}
