import type { JsonValue } from '@hermes/core'
import { createBoundedMap } from '@hermes/safety'
import type { DataVersion } from './data-version.js'

/** What was read of the values, most of which are missing: a chat asks for a dozen before each turn. */
export interface ValueCache {
  /** Call it inside `read`. `undefined` when the value has to be read. */
  get(namespace: string, key: string): CachedValue | undefined
  /** Call it in the same task as the `get` before it. */
  set(namespace: string, key: string, cached: CachedValue): void
  /** Call it in each transaction that changes the value. */
  forget(namespace: string, key: string): void
  /** Call it in each transaction that may change any value. */
  clear(): void
}

export interface CachedValue {
  /** `undefined` when there is none. */
  readonly value: JsonValue | undefined
  /** Of its JSON text. */
  readonly length: number
}

const keptValues = 16_384
/** In characters. Larger values are read each time. */
const longest = 512

/** Notices what other processes and connections change. */
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

/** With the length, because both may contain any character. */
function nameOf(namespace: string, key: string): string {
  return `${namespace.length}:${namespace}${key}`
}
