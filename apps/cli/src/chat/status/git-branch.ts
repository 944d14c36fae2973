import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** Reads the branch that is checked out in a folder; `undefined` outside a repository. */
export async function gitBranch(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const head = await readHead(join(at, '.git'))
    if (head !== undefined) return /^ref: refs\/heads\/(.+)/.exec(head)?.[1] ?? head.slice(0, 7)
    if (dirname(at) === at) return undefined
  }
}

/** `.git` is a folder, or in a worktree a file that names it. */
async function readHead(path: string): Promise<string | undefined> {
  const direct = await read(join(path, 'HEAD'))
  if (direct !== undefined) return direct
  const linked = /^gitdir: (.+)/.exec((await read(path)) ?? '')?.[1]
  return linked === undefined ? undefined : read(join(resolve(dirname(path), linked), 'HEAD'))
}

async function read(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined)
}
