import type { JsonObject } from '@hermes/core'
import { isRecord, parseJson } from '@hermes/core/wiring'

/** Parses arguments and results, which are untrusted text: anything but a JSON object counts as an empty one. */
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
