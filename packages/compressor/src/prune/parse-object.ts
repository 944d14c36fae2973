import type { JsonObject } from '@hermes/core'

/** Arguments and results are text that somebody wrote: what is no JSON object counts as an empty one. */
export function parseObject(text: string): JsonObject {
  if (!/^\s*\{/.test(text)) return {}
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}
