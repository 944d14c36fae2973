import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '@hermes/safety'

/**
 * The folders with a SKILL.md below a place. Paths are relative to it, with `/`; the place itself is an empty string.
 */
export interface FoundFolders {
  readonly skills: readonly FoundSkill[]
  /** The folders on the way to them, with the time of their last change in milliseconds. */
  readonly folders: Readonly<Record<string, number>>
}

export interface FoundSkill {
  readonly path: string
  readonly file: string
}

/** The depth of `skills/<category>/<name>`, and one level more. */
const usualDepth = 3
const mostFolders = 50_000

/**
 * Searches a folder and its categories for skills. Does not follow links, and skips hidden folders and installed
 * packages.
 */
export async function findFolders(place: string, deepest = usualDepth): Promise<FoundFolders> {
  const skills: FoundSkill[] = []
  const folders: Record<string, number> = {}
  let waiting: readonly { readonly path: string; readonly depth: number }[] = [{ path: '', depth: 0 }]
  let visited = 0
  while (waiting.length > 0) {
    const batch = waiting.slice(0, 64)
    const below = await Promise.all(
      batch.map(async ({ path, depth }) => {
        const folder = join(place, path)
        // Read before the list, so that a change in between counts as one.
        const changedAt = await changeOf(folder)
        const entries = changedAt === undefined ? undefined : await listFolder(folder)
        if (changedAt === undefined || !entries) return []
        const document = entries.find((entry) => entry.isFile() && /^skill\.md$/i.test(entry.name))
        if (document) {
          skills.push({ path, file: document.name })
          return []
        }
        folders[path] = changedAt
        if (depth === deepest) return []
        return entries
          .filter((entry) => entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name))
          .map(({ name }) => ({ path: path === '' ? name : `${path}/${name}`, depth: depth + 1 }))
      }),
    )
    visited += batch.length
    waiting = visited > mostFolders ? [] : [...waiting.slice(batch.length), ...below.flat()]
  }
  return { skills: skills.toSorted((left, right) => (left.path < right.path ? -1 : 1)), folders }
}

async function listFolder(folder: string): Promise<readonly Dirent[] | undefined> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    return ignoreAbsent(error)
  }
}

async function changeOf(folder: string): Promise<number | undefined> {
  try {
    const status = await lstat(folder)
    return status.isDirectory() ? status.mtimeMs : undefined
  } catch (error) {
    return ignoreAbsent(error)
  }
}

/** Treats a folder that is missing or not accessible to this user as having no skills. */
function ignoreAbsent(error: unknown): undefined {
  if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP'].includes(codeOf(error) ?? '')) return undefined
  throw error
}
