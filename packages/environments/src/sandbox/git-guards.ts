import { lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'

/** What, in a folder with git's data, decides what git runs. */
const decisive = ['hooks', 'config', 'config.worktree', 'commondir']

/**
 * What must not be written in the repository of a folder: its hooks, its settings, and where it looks for them. All else
 * may be, or nothing could be committed. Empty where there is no repository.
 */
export function gitGuards(folder: string): readonly string[] {
  const data = gitData(folder)
  if (data === undefined) return []
  const place = join(folder, '.git')
  // A file, in further work trees and submodules, says where the data is.
  return [...(kindOf(place) === 'file' ? [place] : []), ...guardsOfData(data, folder)]
}

/** Where the data of a folder's repository is; `undefined` where there is none. */
export function gitData(folder: string): string | undefined {
  const place = join(folder, '.git')
  const kind = kindOf(place)
  if (kind === 'folder') return place
  if (kind !== 'file') return undefined
  const data = resolve(folder, /^gitdir:\s*(.+?)\s*$/m.exec(readText(place))?.[1] ?? '')
  return kindOf(data) === 'folder' ? data : undefined
}

/** The folders with a repository's data: that of the work tree, and what it shares with others. */
export function gitDataFolders(folder: string): readonly string[] {
  const data = gitData(folder)
  return data === undefined ? [] : [data, ...commonData(data)]
}

function commonData(data: string): readonly string[] {
  const common = readText(join(data, 'commondir')).trim()
  return common === '' ? [] : [resolve(data, common)]
}

function guardsOfData(data: string, workTree: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(data)) return []
  seen.add(data)
  const guarded = decisive.map((name) => join(data, name))
  // A link cannot be held: whoever may write beside it could put another one in its place.
  if (guarded.some((path) => kindOf(path) === 'link')) return [data]
  if (kindOf(join(data, 'hooks')) === 'none' && kindOf(join(data, 'objects')) === 'folder')
    mkdirSync(join(data, 'hooks'))
  const others = [...commonData(data), ...foldersIn(join(data, 'modules')), ...foldersIn(join(data, 'worktrees'))]
  return [
    ...guarded,
    ...referredTo(join(data, 'config'), workTree),
    ...others.flatMap((each) => guardsOfData(each, workTree, seen)),
  ]
}

/** Programs and hooks in the work tree that settings name, and further settings that they take in. */
function referredTo(config: string, workTree: string): readonly string[] {
  const pattern =
    /^[^\S\r\n\u2028\u2029]*(hooksPath|fsmonitor|sshCommand|editor|pager|askPass|path)\s*=\s*"?([^"\s]+)"?\s*$/gim
  return [...readText(config).matchAll(pattern)].flatMap(([, key = '', value = '']) => {
    if (isAbsolute(value)) return [value]
    return value.startsWith('~')
      ? []
      : [resolve(key.toLowerCase() === 'path' ? resolve(config, '..') : workTree, value)]
  })
}

function foldersIn(folder: string): readonly string[] {
  return namesIn(folder)
    .map((name) => join(folder, name))
    .filter((path) => kindOf(path) === 'folder')
}

export function namesIn(folder: string): readonly string[] {
  return kindOf(folder) === 'folder' ? readdirSync(folder) : []
}

function kindOf(path: string): 'folder' | 'file' | 'link' | 'none' {
  const status = lstatSync(path, { throwIfNoEntry: false })
  if (!status) return 'none'
  if (status.isSymbolicLink()) return 'link'
  return status.isDirectory() ? 'folder' : 'file'
}

function readText(path: string): string {
  return kindOf(path) === 'file' ? readFileSync(path, 'utf8') : ''
}
