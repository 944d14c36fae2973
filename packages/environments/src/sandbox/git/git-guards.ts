import { mkdirSync, readdirSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { isBelow } from '../mounts/mount-plan.js'
import { gitDirectory, isRepository, kindOf, realPath } from './git-structure.js'
import { readSmallFile } from './read-small-file.js'

/** Folders with programs that git executes and with addresses of remotes in old formats. They are created when missing. */
const decisiveFolders = ['hooks', 'remotes', 'branches']
/** Entries of a git directory that decide what git executes. */
const decisive = [...decisiveFolders, 'config', 'config.worktree', 'commondir', 'gitdir']

/**
 * Returns the paths in a folder's repository that must not be written: hooks, settings, and references to them.
 * Everything else stays writable, so that commits work. Empty without a repository.
 *
 * `isOwn` selects folders in which missing folders are created, because only existing paths can be protected.
 * Default: folders below `folder`.
 */
export function gitGuards(folder: string, isOwn = (path: string): boolean => isBelow(path, folder)): readonly string[] {
  const data = gitData(folder)
  if (data === undefined) return []
  const place = join(folder, '.git')
  const guards = guardsOfData(data, folder)
  for (const path of guards) {
    const repository = dirname(path)
    if (decisiveFolders.includes(basename(path)) && isRepository(repository) && isOwn(repository)) makeFolder(path)
  }
  // In linked work trees and submodules, a file contains the path of the git directory.
  return [...(kindOf(place) === 'file' ? [place] : []), ...guards]
}

/**
 * Returns the settings files of a folder's repository and its submodules. Commands may write copies of them; only
 * regular files of git directories are listed.
 */
export function gitSettings(folder: string): readonly string[] {
  const data = gitData(folder)
  if (data === undefined) return []
  return [data, ...commonData(data), ...moduleFolders(data)]
    .filter(isRepository)
    .map((each) => join(realPath(each) ?? each, 'config'))
    .filter((path) => kindOf(path) === 'file')
}

function makeFolder(path: string): void {
  if (kindOf(path) === 'none' && realPath(dirname(path)) === dirname(path)) mkdirSync(path)
}

/**
 * Returns the git directory of a folder according to its `.git`, or `undefined` without a repository. Must be used only
 * to remove permissions, because the claim is not verified.
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
  // A link cannot be protected, because a process that can write to its folder could replace it.
  const isUnclear = settings === undefined && kindOf(join(data, 'config')) !== 'none'
  if (isUnclear || guarded.some((path) => kindOf(path) === 'link')) return [data]
  const others = [...commonData(data), ...moduleFolders(data), ...foldersIn(join(data, 'worktrees'))]
  return [
    ...guarded,
    ...referredTo(settings ?? '', data, workTree),
    ...others.flatMap((each) => guardsOfData(each, workTree, seen)),
  ]
}

/** Returns programs and hooks in the work tree that settings name, and included settings files. */
function referredTo(settings: string, data: string, workTree: string): readonly string[] {
  const pattern =
    /^[^\S\r\n\u2028\u2029]*(hooksPath|fsmonitor|sshCommand|editor|pager|askPass|path)\s*=\s*"?([^"\s]+)"?\s*$/gim
  return [...settings.matchAll(pattern)].flatMap(([, key = '', value = '']) => {
    if (isAbsolute(value)) return [value]
    return value.startsWith('~') ? [] : [resolve(key.toLowerCase() === 'path' ? data : workTree, value)]
  })
}

/** Returns the git directories of submodules within that of a repository. Their names may have several components. */
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
