/** How long the service keeps a cached prefix after its last use. */
export type CacheTtl = '5m' | '1h'

/** Cache points of a request. The service caches everything before each one. */
export interface CachePoints {
  /** JSON of the cache point block. */
  readonly json: string
  readonly tools: boolean
  readonly system: boolean
  /** Whether the newest user messages get cache points. */
  readonly messages: boolean
}

/** Maximum number of cache points per request. */
export const maxCachePoints = 4

/** Models that have no cache points, or have them for selected customers only. */
const unmarkedClaude = /claude-(v2|instant|3-haiku|3-sonnet|3-opus|3-5-sonnet)/

/**
 * Returns the cache points that a model accepts; it rejects one in an unsupported place. Claude supports all places,
 * Nova only the system prompt, other models none. The model behind an inference profile ARN is unknown, so it gets
 * cache points only if the caller sets `ttl`.
 *
 * @param ttl Lifetime of the cached prefix. Default: the model's default.
 */
export function cachePointsFor(model: string, ttl: CacheTtl | 'off' | undefined): CachePoints | undefined {
  const isHidden = model.startsWith('arn:') && !/claude|nova/.test(model)
  const isClaude = (/claude/.test(model) && !unmarkedClaude.test(model)) || (isHidden && ttl !== undefined)
  if (ttl === 'off' || !(isClaude || /amazon\.nova/.test(model))) return undefined
  // Five minutes is the default and the only lifetime that older models support.
  const ttlField = ttl === '1h' && isClaude ? ',"ttl":"1h"' : ''
  return { json: `{"cachePoint":{"type":"default"${ttlField}}}`, tools: isClaude, system: true, messages: isClaude }
}
