import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether a git directory contained a file with this content before a time: a command that checks out a branch or takes
 * a stash back writes nothing new. It is decided by the time of the last change of the object or the index of a pack,
 * which no program can set, and without running git.
 */
export function hadContent(data: string, content: Buffer, beforeMs: number): boolean {
  const id = createHash('sha1').update(`blob ${content.length}\0`).update(content).digest()
  const name = id.toString('hex')
  const objects = join(data, 'objects')
  if (isOlder(join(objects, name.slice(0, 2), name.slice(2)), beforeMs)) return true
  const packs = join(objects, 'pack')
  return namesIn(packs).some((index) => {
    const path = join(packs, index)
    return index.endsWith('.idx') && isOlder(path, beforeMs) && isInIndex(readFileSync(path), id)
  })
}

function isOlder(path: string, beforeMs: number): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false })
  return status?.isFile() === true && status.ctimeMs < beforeMs
}

const header = Buffer.from([0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2])
const idBytes = 20

/** Version 2 of the format: a table of 256 sums by first byte, and then the sorted ids. */
function isInIndex(index: Buffer, id: Buffer): boolean {
  const table = header.length
  if (!index.subarray(0, table).equals(header) || index.length < table + 1024) return false
  const first = id[0] ?? 0
  let low = first === 0 ? 0 : index.readUInt32BE(table + (first - 1) * 4)
  let high = index.readUInt32BE(table + first * 4)
  while (low < high) {
    const middle = (low + high) >>> 1
    const at = table + 1024 + middle * idBytes
    const order = index.subarray(at, at + idBytes).compare(id)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle
  }
  return false
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // It does not exist.
    return []
  }
}
