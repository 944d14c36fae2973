import { createBoundedMap } from './bounded-map.js'

/** Returns the value of a key. The first request creates it; later requests share it. */
export type AsyncCache<Value> = (key: string, create: () => Promise<Value>) => Promise<Value>

/**
 * Creates a cache of the `most` most recently requested values. A failure is not cached: the next request tries again.
 */
export function createAsyncCache<Value>(most?: number): AsyncCache<Value> {
  const entries = createBoundedMap<Promise<Value>>(most)
  return (key, create) => {
    const found = entries.get(key) ?? create()
    entries.set(key, found)
    found.catch(() => {
      if (entries.get(key) === found) entries.set(key, undefined)
    })
    return found
  }
}
