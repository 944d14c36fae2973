import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { readSmallFile } from './read-small-file.js'

/**
 * The folders with a repository's data that a work tree may lead to: those which lead back to it. What a `.git` says alone is no more than a
 * claim of whoever wrote it, as in a project from elsewhere; the data has to know this very work tree. Absolute, links resolved.
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

/** What the file `.git` names. */
export function gitDirectory(workTree: string): string | undefined {
  const named = /^gitdir:\s*(.+?)\s*$/m.exec(readSmallFile(join(workTree, '.git')) ?? '')?.[1]
  return named === undefined ? undefined : resolve(workTree, named)
}

/** `git worktree add`: the data lies below `worktrees` of the repository, and says where the work tree is. */
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

/** The data lies below `modules` of the repository that it is a part of, and its settings say where the work tree is. */
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

/** As git knows its own folders. */
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
    return realpathSync(path)
  } catch {
    return undefined
  }
}
