import type { Fragment } from '../shared/fragment.js'

/** How long the provider keeps a cached prefix after its last use. */
export type CacheTtl = '5m' | '1h'

/** A message; with `ttl`, as the end of a prefix that the provider should keep in its cache. */
export function messageJson({ role, blocks }: Fragment, ttl?: CacheTtl): string {
  // A thought cannot be marked.
  const marked = ttl === undefined ? -1 : blocks.findLastIndex((block) => block.kind !== 'thought')
  const json = blocks.map((block, index) => (index === marked && ttl ? withMark(block.json, ttl) : block.json))
  return `{"role":"${role}","content":[${json.join(',')}]}`
}

/** @param json Of an object that is not empty. */
export function withMark(json: string, ttl: CacheTtl): string {
  // Five minutes are the default, and not every compatible server knows the field.
  const ttlField = ttl === '5m' ? '' : `,"ttl":"${ttl}"`
  return `${json.slice(0, -1)},"cache_control":{"type":"ephemeral"${ttlField}}}`
}
