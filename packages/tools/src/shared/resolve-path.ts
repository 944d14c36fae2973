import { readlink } from 'node:fs/promises'
import { isAbsolute, join, parse, resolve, sep } from 'node:path'
import { isInside } from '@hermes/safety/protect'

export interface PathBase {
  /** Absolute. Where relative paths begin. */
  readonly cwd: string
  /** What `~` stands for. */
  readonly home?: string
}

/** `~` and `~/x` under `home`; every other path as it is. Without a home the tilde is an ordinary name. */
export function expandHome(path: string, home: string | undefined): string {
  if (home === undefined) return path
  return path === '~' || path.startsWith('~/') || path.startsWith(`~${sep}`) ? join(home, path.slice(1)) : path
}

/**
 * The file on this machine that a path leads to, as the kernel finds it: link by link, `..` after the links before it. What
 * does not exist yet is resolved as far as it does.
 *
 * @throws {Error} `ELOOP` when links lead in a circle.
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
    if (links > 40) throw Object.assign(new Error(`Links lead in a circle at ${candidate}.`), { code: 'ELOOP' })
    if (isAbsolute(target)) current = parse(target).root
    open.push(...segments(target.slice(isAbsolute(target) ? parse(target).root.length : 0)).reverse())
  }
}

/** One equals the other or holds it. Both absolute and resolved. */
export function overlap(left: string, right: string): boolean {
  return left === right || isInside(left, right) || isInside(right, left)
}

function segments(path: string): string[] {
  return path.split(sep === '\\' ? /[\\/]+/ : /\/+/).filter((segment) => segment !== '' && segment !== '.')
}

/** Where a link points, or `undefined` for all that is no link: a file, a folder, nothing, or what may not be seen. */
async function readLink(path: string): Promise<string | undefined> {
  try {
    return await readlink(path)
  } catch {
    return undefined
  }
}
