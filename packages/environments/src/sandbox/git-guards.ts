import { mkdirSync, readdirSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { gitDirectory, isRepository, kindOf, realPath } from './git-structure.js'
import { isBelow } from './mount-plan.js'
import { readSmallFile } from './read-small-file.js'

/** What, in a folder with git's data, decides what git runs. */
const decisive = ['hooks', 'config', 'config.worktree', 'commondir', 'gitdir']

/**
 * What must not be written in the repository of a folder: its hooks, its settings, and where it looks for them. All else
 * may be, or nothing could be committed. Empty where there is no repository.
 *
 * `isOwn`: folders in which a missing folder of hooks is made, because nothing can be held that is not there. Default: those below the folder.
 */
export function gitGuards(folder: string, isOwn = (path: string): boolean => isBelow(path, folder)): readonly string[] {
  const data = gitData(folder)
  if (data === undefined) return []
  const place = join(folder, '.git')
  const guards = guardsOfData(data, folder)
  for (const path of guards) {
    const repository = dirname(path)
    if (basename(path) === 'hooks' && isRepository(repository) && isOwn(repository)) makeFolder(path)
  }
  // A file, in further work trees and submodules, says where the data is.
  return [...(kindOf(place) === 'file' ? [place] : []), ...guards]
}

function makeFolder(path: string): void {
  if (kindOf(path) === 'none' && realPath(dirname(path)) === dirname(path)) mkdirSync(path)
}

/**
 * Where the data of a folder's repository is, as it says itself; `undefined` where there is none. What is made of it must only take rights
 * away: a claim gives none.
 */
export function gitData(folder: string): string | undefined {
  const place = join(folder, '.git')
  const kind = kindOf(place)
  if (kind === 'folder') return place
  const data = kind === 'link' ? realPath(place) : kind === 'file' ? gitDirectory(folder) : undefined
  return data !== undefined && kindOf(data) === 'folder' ? data : undefined
}

function commonData(data: string): readonly string[] {
  const common = readSmallFile(join(data, 'commondir'))?.trim() ?? ''
  return common === '' ? [] : [resolve(data, common)]
}

function guardsOfData(data: string, workTree: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(data)) return []
  seen.add(data)
  const guarded = decisive.map((name) => join(data, name))
  const settings = readSmallFile(join(data, 'config'))
  // A link cannot be held: whoever may write beside it could put another one in its place.
  const isUnclear = settings === undefined && kindOf(join(data, 'config')) !== 'none'
  if (isUnclear || guarded.some((path) => kindOf(path) === 'link')) return [data]
  const others = [...commonData(data), ...moduleFolders(data), ...foldersIn(join(data, 'worktrees'))]
  return [
    ...guarded,
    ...referredTo(settings ?? '', data, workTree),
    ...others.flatMap((each) => guardsOfData(each, workTree, seen)),
  ]
}

/** Programs and hooks in the work tree that settings name, and further settings that they take in. */
function referredTo(settings: string, data: string, workTree: string): readonly string[] {
  const pattern =
    /^[^\S\r\n\u2028\u2029]*(hooksPath|fsmonitor|sshCommand|editor|pager|askPass|path)\s*=\s*"?([^"\s]+)"?\s*$/gim
  return [...settings.matchAll(pattern)].flatMap(([, key = '', value = '']) => {
    if (isAbsolute(value)) return [value]
    return value.startsWith('~') ? [] : [resolve(key.toLowerCase() === 'path' ? data : workTree, value)]
  })
}

/** Where the data of submodules is, in that of a repository. Their names may have several parts. */
export function moduleFolders(data: string): readonly string[] {
  const isData = (folder: string) => ['HEAD', 'objects', 'config'].some((name) => kindOf(join(folder, name)) !== 'none')
  const found = (folder: string): readonly string[] =>
    isData(folder) ? [folder, ...moduleFolders(folder)] : foldersIn(folder).flatMap(found)
  return foldersIn(join(data, 'modules')).flatMap(found)
}

function foldersIn(folder: string): readonly string[] {
  return namesIn(folder)
    .map((name) => join(folder, name))
    .filter((path) => kindOf(path) === 'folder')
}

function namesIn(folder: string): readonly string[] {
  return kindOf(folder) === 'folder' ? readdirSync(folder) : []
}
