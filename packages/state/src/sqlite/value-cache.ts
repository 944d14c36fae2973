import type { JsonValue } from '@hermes/core'
import { createBoundedMap } from '@hermes/safety'
import type { DataVersion } from './data-version.js'

/** Caches the values that were read. Most are missing: a chat reads a dozen before each turn. */
export interface ValueCache {
  /** Returns a cached value, or `undefined` when it has to be read. Call it inside `read`. */
  get(namespace: string, key: string): CachedValue | undefined
  /** Caches a value. Call it in the same task as the preceding `get`. */
  set(namespace: string, key: string, cached: CachedValue): void
  /** Forgets a value. Call it in each transaction that changes it. */
  forget(namespace: string, key: string): void
  /** Forgets all values. Call it in each transaction that may change any value. */
  clear(): void
}

export interface CachedValue {
  /** The value; `undefined` when there is none. */
  readonly value: JsonValue | undefined
  /** Length of its JSON text. */
  readonly length: number
}

const keptValues = 16_384
/** Maximum length of a cached value, in characters. Larger values are read each time. */
const longest = 512

/** Creates a cache that notices changes by other processes and connections. */
export function createValueCache(dataVersion: DataVersion): ValueCache {
  let known = createBoundedMap<CachedValue>(keptValues)
  let version: number | undefined

  const clear = () => {
    known = createBoundedMap(keptValues)
  }
  const check = () => {
    const found = dataVersion()
    if (found !== version) clear()
    version = found
  }

  return {
    get(namespace, key) {
      check()
      return known.get(nameOf(namespace, key))
    },
    set(namespace, key, cached) {
      if (cached.length <= longest) known.set(nameOf(namespace, key), cached)
    },
    forget: (namespace, key) => known.set(nameOf(namespace, key), undefined),
    clear,
  }
}

/** Returns the cache key. It includes the length, because both names may contain any character. */
function nameOf(namespace: string, key: string): string {
  return `${namespace.length}:${namespace}${key}`
}
