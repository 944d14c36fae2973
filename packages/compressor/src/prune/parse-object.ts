import type { JsonObject } from '@hermes/core'
import { isRecord, parseJson } from '@hermes/core/wiring'

/** Arguments and results are text that somebody wrote: what is no JSON object counts as an empty one. */
export function parseObject(text: string): JsonObject {
  if (!/^\s*\{/.test(text)) return {}
  try {
    const value = parseJson(text)
    return isRecord(value) ? value : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}
