import { createHash } from 'node:crypto'
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isInIndex } from '../git/history/pack-index.js'

/**
 * Returns whether a git directory contained a file with this content before a time. A command that checks out a branch
 * or restores a stash writes nothing new. The decision does not run git; it uses the time of the last change of the
 * object or the index of a pack, which no program can set.
 */
export function hadContent(data: string, content: Buffer, beforeMs: number): boolean {
  const id = createHash('sha1').update(`blob ${content.length}\0`).update(content).digest()
  const name = id.toString('hex')
  const objects = join(data, 'objects')
  if (isOlder(join(objects, name.slice(0, 2), name.slice(2)), beforeMs)) return true
  const packs = join(objects, 'pack')
  return namesIn(packs).some((index) => {
    const path = join(packs, index)
    return index.endsWith('.idx') && isOlder(path, beforeMs) && isInIndex(path, id)
  })
}

function isOlder(path: string, beforeMs: number): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false })
  return status?.isFile() === true && status.ctimeMs < beforeMs
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // The folder does not exist.
    return []
  }
}
