import type { ObjectStore } from './object-store.js'

/** Number of objects read at once. Bounded, because each may have several megabytes. */
const atOnce = 16

/** Reads objects from the store, in the order of their names. */
export async function* readObjects(store: ObjectStore, names: readonly string[]): AsyncGenerator<Buffer> {
  for (let start = 0; start < names.length; start += atOnce) {
    const asked = names.slice(start, start + atOnce)
    const input = asked.map((name) => `${name}\n`).join('')
    yield* split(await store.read(['cat-file', '--batch'], { input, maxOutput: Number.POSITIVE_INFINITY }))
  }
}

/** Splits the output into objects. Each is `NAME blob SIZE`, the content, and a newline. */
function* split(output: Buffer): Generator<Buffer> {
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at)
    const header = output.toString('latin1', at, end)
    const size = Number(/ blob (\d+)$/.exec(header)?.[1])
    if (Number.isNaN(size)) throw new Error(`The store of checkpoints is damaged: ${header}`)
    yield output.subarray(end + 1, end + 1 + size)
    at = end + 1 + size + 1
  }
}
