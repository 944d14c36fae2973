import type { JsonValue } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'

/** The value of a text that others wrote; `undefined` if it is no JSON. */
export function tryJson(text: string): JsonValue | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
