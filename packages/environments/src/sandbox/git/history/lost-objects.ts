import { join } from 'node:path'
import { idsIn, isInIndex } from './pack-index.js'

/**
 * Returns the disappeared files whose objects are in no other file. Objects that `git gc` moves into a pack are not
 * lost.
 *
 * @param names Names of the files that exist now.
 * @param copies Folder with copies of the files that disappeared.
 */
export function lostObjects(
  gone: readonly string[],
  names: ReadonlySet<string>,
  { objects, copies }: { readonly objects: string; readonly copies: string },
): readonly string[] {
  const indexes = [...names].filter((name) => name.endsWith('.idx')).map((name) => join(objects, name))
  const isThere = (id: Buffer) => {
    const text = id.toString('hex')
    return names.has(`${text.slice(0, 2)}/${text.slice(2)}`) || indexes.some((index) => isInIndex(index, id))
  }
  const lostPacks = new Set(
    gone
      .filter((name) => name.endsWith('.idx'))
      .filter((name) => !idsIn(join(copies, name), idBytes(names, gone)).every(isThere))
      .map(stem),
  )
  return gone.filter((name) =>
    name.startsWith('pack/')
      ? lostPacks.has(stem(name)) || names.has(`${stem(name)}.idx`)
      : !isThere(Buffer.from(name.replace('/', ''), 'hex')),
  )
}

function stem(name: string): string {
  return name.slice(0, name.lastIndexOf('.'))
}

/** Derives the length of ids from the name of any pack, which is `pack-` and as many digits as an id has. */
function idBytes(...names: readonly Iterable<string>[]): number {
  for (const each of names)
    for (const name of each) if (name.startsWith('pack/')) return (stem(name).length - 'pack/pack-'.length) / 2
  return 20
}
