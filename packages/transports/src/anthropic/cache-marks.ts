import type { Fragment } from '../shared/history/fragment.js'

/** How long the provider keeps a cached prefix after its last use. */
export type CacheTtl = '5m' | '1h'

/** Writes a message. `ttl` marks it as the end of a prefix to cache. */
export function messageJson({ role, blocks }: Fragment, ttl?: CacheTtl): string {
  // Thinking blocks cannot carry a cache mark.
  const marked = ttl === undefined ? -1 : blocks.findLastIndex((block) => block.kind !== 'thought')
  const json = blocks.map((block, index) => (index === marked && ttl ? withMark(block.json, ttl) : block.json))
  return `{"role":"${role}","content":[${json.join(',')}]}`
}

/** @param json JSON of a non-empty object. */
export function withMark(json: string, ttl: CacheTtl): string {
  // Five minutes is the default, and not every compatible server supports the field.
  const ttlField = ttl === '5m' ? '' : `,"ttl":"${ttl}"`
  return `${json.slice(0, -1)},"cache_control":{"type":"ephemeral"${ttlField}}}`
}
