import { createBoundedMap } from './bounded-map.js'

/** The value of a key: created by the first request, then shared. */
export type AsyncCache<Value> = (key: string, create: () => Promise<Value>) => Promise<Value>

/** Creates a cache of the `most` values that were requested last. A failure is not cached: the next request tries again. */
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
