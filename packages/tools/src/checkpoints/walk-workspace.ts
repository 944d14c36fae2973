import { constants, type Dirent, lstatSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as immediate } from 'node:timers/promises'
import { openResolved } from '@hermes/safety/files'
import type { Ignore } from 'ignore'
import { ignoreRules } from '../files/search/ignore-rules.js'
import type { FileIdentity } from './file-identity.js'
import { identityOf } from './file-identity.js'

/** Files of a workspace. Paths are relative to it, with `/` as separator. */
export interface FoundFiles {
  readonly files: ReadonlyMap<string, FileIdentity>
  /** Folders that are nested repositories. Their content is skipped. */
  readonly repositories: readonly string[]
}

export interface WalkOptions {
  /** Absolute path with links resolved. */
  readonly workspace: string
  /** Folders that do not belong to the project. */
  readonly excluded: readonly string[]
  /** Called for each file. */
  count(): void
  readonly signal: AbortSignal
}

/** Ignore rules for large generated folders, which are often not ignored outside of repositories. */
const alwaysIgnored = 'node_modules/\n.venv/\nvenv/\n__pycache__/\n.cache/\n.DS_Store\n'
const largestRules = 2 ** 18
/** Yields to the event loop after this many files. */
const filesAtOnce = 500

/** Ignore rules by folder. The rules of the innermost folder come last. */
type Rules = readonly { readonly folder: string; readonly ignored: Ignore }[]

/** Finds regular files and links that the project does not ignore. Does not follow links or execute anything. */
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
 * Returns the identity of a file, or `undefined` for missing files and anything but regular files and links.
 * Synchronous, because the call takes microseconds and an `await` costs many times that.
 */
export function lookAt(workspace: string, path: string): FileIdentity | undefined {
  try {
    const status = lstatSync(join(workspace, path), { throwIfNoEntry: false })
    return status && identityOf(status)
  } catch {
    // Not accessible to this user, or the parent folder was replaced by a file.
    return undefined
  }
}

/** Compares case-insensitively, because git accepts any case on case-insensitive file systems. */
function isRepository({ name }: Dirent): boolean {
  return name.toLowerCase() === '.git'
}

async function readRules(path: string): Promise<string> {
  try {
    await using file = await openResolved(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const { size } = await file.stat()
    return size > largestRules ? '' : await file.readFile('utf8')
  } catch {
    // Not readable by this user, or replaced in the meantime, so there are no rules.
    return ''
  }
}

/** Returns whether a path is ignored. The innermost folder with a matching pattern decides. */
function isIgnored(path: string, isFolder: boolean, rules: Rules): boolean {
  for (const { folder, ignored } of rules.toReversed()) {
    const relative = folder === '' ? path : path.slice(folder.length + 1)
    const verdict = ignored.test(isFolder ? `${relative}/` : relative)
    if (verdict.ignored || verdict.unignored) return verdict.ignored
  }
  return false
}
