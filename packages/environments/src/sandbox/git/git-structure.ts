import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { readSmallFile } from './read-small-file.js'

/**
 * Returns the git directories of a work tree that refer back to it. The content of `.git` alone is an unverified claim,
 * for example in a downloaded project, so the data must name this work tree. Absolute, with links resolved.
 */
export function confirmedData(workTree: string): readonly string[] {
  const place = join(workTree, '.git')
  const kind = kindOf(place)
  if (kind === 'folder') return [place]
  const named = kind === 'file' ? gitDirectory(workTree) : undefined
  const data = named === undefined ? undefined : realPath(named)
  if (data === undefined) return []
  return ofLinkedWorkTree(data, place) ?? ofSubmodule(data, workTree) ?? []
}

/** Returns the path in the file `.git`. */
export function gitDirectory(workTree: string): string | undefined {
  const named = /^gitdir:\s*(.+?)\s*$/m.exec(readSmallFile(join(workTree, '.git')) ?? '')?.[1]
  return named === undefined ? undefined : resolve(workTree, named)
}

/** Confirms data of `git worktree add`, which is below `worktrees` of the repository and contains the path of the work tree. */
function ofLinkedWorkTree(data: string, place: string): readonly string[] | undefined {
  const repository = dirname(dirname(data))
  const common = readSmallFile(join(data, 'commondir'))?.trim()
  const back = readSmallFile(join(data, 'gitdir'))?.trim()
  const isConfirmed =
    basename(dirname(data)) === 'worktrees' &&
    common !== undefined &&
    realPath(resolve(data, common)) === repository &&
    back !== undefined &&
    realPath(resolve(data, back)) === realPath(place) &&
    isRepository(repository)
  return isConfirmed ? [data, repository] : undefined
}

/** Confirms data of a submodule, which is below `modules` of the parent repository and has the path of the work tree in its settings. */
function ofSubmodule(data: string, workTree: string): readonly string[] | undefined {
  const settings = readSmallFile(join(data, 'config')) ?? ''
  const back = /^[ \t]*worktree[ \t]*=(.*)$/im.exec(settings)?.[1]?.trim().replace(/^"|"$/g, '')
  const isConfirmed =
    back !== undefined &&
    realPath(resolve(data, back)) === realPath(workTree) &&
    isRepository(data) &&
    foldersAbove(data).some((folder) => basename(folder) === 'modules' && isRepository(dirname(folder)))
  return isConfirmed ? [data] : undefined
}

/** Returns whether git accepts a folder as a git directory. */
export function isRepository(folder: string): boolean {
  return (
    kindOf(join(folder, 'HEAD')) === 'file' &&
    kindOf(join(folder, 'objects')) === 'folder' &&
    kindOf(join(folder, 'refs')) === 'folder'
  )
}

export function kindOf(path: string): 'folder' | 'file' | 'link' | 'none' {
  const status = lstatSync(path, { throwIfNoEntry: false })
  if (!status) return 'none'
  if (status.isSymbolicLink()) return 'link'
  return status.isDirectory() ? 'folder' : 'file'
}

function foldersAbove(path: string): readonly string[] {
  const parent = dirname(path)
  return parent === path ? [] : [parent, ...foldersAbove(parent)]
}

export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}
