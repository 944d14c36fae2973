import { join } from 'node:path'
import type { FileSystem } from '@hermes/core/environment'
import type { Ignore } from 'ignore'
import { ignoreRules } from './ignore-rules.js'
import { versionControl } from './ripgrep.js'

/** Rules of `.gitignore` files with their folders, relative to the root. */
type Rules = readonly { readonly folder: string; readonly ignored: Ignore }[]

/** Yields the files below a folder in order of their names, relative to it. Skips ignored files and does not follow links. */
export async function* walk(
  files: FileSystem,
  root: string,
  {
    folder = '',
    rules = [],
    signal,
  }: { readonly folder?: string; readonly rules?: Rules; readonly signal: AbortSignal },
): AsyncGenerator<string> {
  signal.throwIfAborted()
  const path = join(root, folder)
  const listed = await list(files, path, folder)
  const entries = [...listed].sort((left, right) => (left.name < right.name ? -1 : 1))
  const hasRules = entries.some(({ name, kind }) => name === '.gitignore' && kind === 'file')
  const here = hasRules
    ? [...rules, { folder, ignored: ignoreRules(await readText(files, join(path, '.gitignore'))) }]
    : rules
  for (const { name, kind } of entries) {
    const below = folder === '' ? name : `${folder}/${name}`
    if (kind === 'other' || versionControl.includes(name) || isIgnored(below, kind === 'directory', here)) continue
    if ((await files.resolve(join(path, name))) !== join(path, name)) continue
    if (kind === 'file') yield below
    else yield* walk(files, root, { folder: below, rules: here, signal })
  }
}

/** Lists a folder. Like ripgrep, skips folders below the root that disappeared or cannot be opened. */
async function list(files: FileSystem, path: string, folder: string): ReturnType<FileSystem['list']> {
  const listing = files.list(path)
  return folder === '' ? listing : listing.catch(() => [])
}

/** Returns whether a path is ignored. The innermost folder with a matching rule decides. */
function isIgnored(path: string, isFolder: boolean, rules: Rules): boolean {
  for (const { folder, ignored } of rules.toReversed()) {
    const relative = folder === '' ? path : path.slice(folder.length + 1)
    const verdict = ignored.test(isFolder ? `${relative}/` : relative)
    if (verdict.ignored || verdict.unignored) return verdict.ignored
  }
  return false
}

async function readText(files: FileSystem, path: string): Promise<string> {
  return Buffer.from(await files.read(path)).toString('utf8')
}
