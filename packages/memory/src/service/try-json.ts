import type { JsonValue } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'

/** Parses a text that others wrote. Returns `undefined` if it is not JSON. */
export function tryJson(text: string): JsonValue | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
