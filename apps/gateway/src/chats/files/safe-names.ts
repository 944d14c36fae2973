import { basename, parse } from 'node:path'

/** Returns a name from the network that is safe as a file name. */
export function safeName(name: string): string {
  const plain = basename(name)
    .replace(/[^\p{L}\p{N}._-]/gu, '_')
    .replace(/^\.+/, '_')
  return plain.slice(-100) || 'file'
}

/**
 * Returns the names of the files of one message, for one folder: equal names get numbers. They depend on nothing else, so a message that is handled
 * again finds its files at the same place.
 */
export function safeNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const safe = safeName(name)
    let free = safe
    for (let count = 2; taken.has(keyOf(free)); count += 1) free = numbered(safe, count)
    taken.add(keyOf(free))
    return free
  })
}

function numbered(name: string, count: number): string {
  const { name: stem, ext } = parse(name)
  return `${stem}-${count}${ext}`
}

/** Returns the key for comparing names. Some file systems distinguish neither cases nor the forms of Unicode. */
function keyOf(name: string): string {
  return name.normalize().toLowerCase()
}
