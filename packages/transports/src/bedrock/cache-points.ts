/** How long the service keeps a cached prefix after its last use. */
export type CacheTtl = '5m' | '1h'

/** Where a request is marked: the service caches everything before a mark. */
export interface CachePoints {
  /** JSON of the block that marks the end of a prefix. */
  readonly json: string
  readonly tools: boolean
  readonly system: boolean
  /** Whether the newest messages of the user's side are marked. */
  readonly messages: boolean
}

/** At most this many in one request. */
export const maxCachePoints = 4

/** Models that know no marks, or know them for a few customers only. */
const unmarkedClaude = /claude-(v2|instant|3-haiku|3-sonnet|3-opus|3-5-sonnet)/

/**
 * Models refuse a request with a mark in a place that they do not know: Nova takes it behind the system prompt only, others
 * nowhere. What hides behind the ARN of a profile cannot be told, so it is marked when the caller asks for it.
 *
 * @param ttl `undefined`: what suits the model.
 */
export function cachePointsFor(model: string, ttl: CacheTtl | 'off' | undefined): CachePoints | undefined {
  const isHidden = model.startsWith('arn:') && !/claude|nova/.test(model)
  const isClaude = (/claude/.test(model) && !unmarkedClaude.test(model)) || (isHidden && ttl !== undefined)
  if (ttl === 'off' || !(isClaude || /amazon\.nova/.test(model))) return undefined
  // Five minutes are the default, and older models know no other.
  const ttlField = ttl === '1h' && isClaude ? ',"ttl":"1h"' : ''
  return { json: `{"cachePoint":{"type":"default"${ttlField}}}`, tools: isClaude, system: true, messages: isClaude }
}
