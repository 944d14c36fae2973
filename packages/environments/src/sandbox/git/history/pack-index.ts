import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** Header of version 2 of the format. It is followed by a table of 256 sums by first byte, and then the sorted ids. */
const header = Buffer.from([0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2])
const tableBytes = 256 * 4

/** Returns whether the index of a pack contains an object id. Reads only the parts that it needs, because an index may be large. */
export function isInIndex(path: string, id: Buffer): boolean {
  return withIndex(path, (read) => {
    const first = id[0] ?? 0
    const entry = (number: number) => read(header.length + number * 4, 4).readUInt32BE()
    let low = first === 0 ? 0 : entry(first - 1)
    let high = entry(first)
    while (low < high) {
      const middle = (low + high) >>> 1
      const order = read(header.length + tableBytes + middle * id.length, id.length).compare(id)
      if (order === 0) return true
      if (order < 0) low = middle + 1
      else high = middle
    }
    return false
  })
}

/** Returns all ids of an index. `idBytes` is 20, or 32 in repositories with SHA-256. */
export function idsIn(path: string, idBytes: number): readonly Buffer[] {
  const ids: Buffer[] = []
  withIndex(path, (read) => {
    const count = read(header.length + tableBytes - 4, 4).readUInt32BE()
    const all = read(header.length + tableBytes, count * idBytes)
    for (let at = 0; at < all.length; at += idBytes) ids.push(all.subarray(at, at + idBytes))
    return true
  })
  return ids
}

/** Opens an index for `use`. Returns false for anything but a complete index. */
function withIndex(path: string, use: (read: (from: number, bytes: number) => Buffer) => boolean): boolean {
  let file: number | undefined
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const { size } = fstatSync(file)
    const opened = file
    const read = (from: number, bytes: number) => {
      if (from + bytes > size) throw new RangeError(`${path} is shorter than it says.`)
      const buffer = Buffer.alloc(bytes)
      readSync(opened, buffer, 0, bytes, from)
      return buffer
    }
    return read(0, header.length).equals(header) && use(read)
  } catch {
    // Missing, replaced, or damaged.
    return false
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
