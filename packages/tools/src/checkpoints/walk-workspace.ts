import { constants, type Dirent, lstatSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as immediate } from 'node:timers/promises'
import { openResolved } from '@hermes/safety/files'
import type { Ignore } from 'ignore'
import { ignoreRules } from '../files/search/ignore-rules.js'
import type { FileIdentity } from './file-identity.js'
import { identityOf } from './file-identity.js'

/** What there is in a workspace. Paths are relative to it, with `/` between their parts. */
export interface FoundFiles {
  readonly files: ReadonlyMap<string, FileIdentity>
  /** Folders with repositories of their own: nothing below them is looked at. */
  readonly repositories: readonly string[]
}

export interface WalkOptions {
  /** Absolute, links resolved. */
  readonly workspace: string
  /** Folders that are none of the project's. */
  readonly excluded: readonly string[]
  /** Called for each file. */
  count(): void
  readonly signal: AbortSignal
}

/** What is large, made again by a command, and seldom ignored where there is no repository. */
const alwaysIgnored = 'node_modules/\n.venv/\nvenv/\n__pycache__/\n.cache/\n.DS_Store\n'
const largestRules = 2 ** 18
/** After so many, others have their turn. */
const filesAtOnce = 500

/** Of the innermost folder last. */
type Rules = readonly { readonly folder: string; readonly ignored: Ignore }[]

/** Regular files and links that the project does not ignore. No link is followed, and nothing is run. */
export async function walkWorkspace(options: WalkOptions): Promise<FoundFiles> {
  const files = new Map<string, FileIdentity>()
  const repositories: string[] = []
  await walk('', [{ folder: '', ignored: ignoreRules(alwaysIgnored) }])
  return { files, repositories }

  async function walk(folder: string, outer: Rules): Promise<void> {
    options.signal.throwIfAborted()
    const path = join(options.workspace, folder)
    if (options.excluded.includes(path)) return
    const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
    if (folder !== '' && entries.some(isRepository)) {
      repositories.push(folder)
      return
    }
    const rules = entries.some((entry) => entry.isFile() && entry.name === '.gitignore')
      ? [...outer, { folder, ignored: ignoreRules(await readRules(join(path, '.gitignore'))) }]
      : outer
    const wanted = entries
      .filter((entry) => !isRepository(entry) && (entry.isFile() || entry.isSymbolicLink() || entry.isDirectory()))
      .map((entry) => ({ entry, below: folder === '' ? entry.name : `${folder}/${entry.name}` }))
      .filter(({ entry, below }) => !isIgnored(below, entry.isDirectory(), rules))
    for (const { entry, below } of wanted) {
      if (entry.isDirectory()) continue
      options.count()
      const identity = lookAt(options.workspace, below)
      if (identity) files.set(below, identity)
      if (files.size % filesAtOnce === 0) await immediate()
    }
    for (const { entry, below } of wanted) if (entry.isDirectory()) await walk(below, rules)
  }
}

/**
 * `undefined` for what is neither a regular file nor a link, or is gone. Synchronous: the answer takes a few microseconds, and waiting for
 * it many times as much.
 */
export function lookAt(workspace: string, path: string): FileIdentity | undefined {
  try {
    const status = lstatSync(join(workspace, path), { throwIfNoEntry: false })
    return status && identityOf(status)
  } catch {
    // Not for this user to see, or a file has taken the place of a folder.
    return undefined
  }
}

/** In any spelling: git takes it for one where the file system does. */
function isRepository({ name }: Dirent): boolean {
  return name.toLowerCase() === '.git'
}

async function readRules(path: string): Promise<string> {
  try {
    await using file = await openResolved(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const { size } = await file.stat()
    return size > largestRules ? '' : await file.readFile('utf8')
  } catch {
    // Not for this user, or exchanged for something else: no rules.
    return ''
  }
}

/** The rules of the innermost folder that has an opinion count. */
function isIgnored(path: string, isFolder: boolean, rules: Rules): boolean {
  for (const { folder, ignored } of rules.toReversed()) {
    const relative = folder === '' ? path : path.slice(folder.length + 1)
    const verdict = ignored.test(isFolder ? `${relative}/` : relative)
    if (verdict.ignored || verdict.unignored) return verdict.ignored
  }
  return false
}
