import type { JsonValue } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'

/** Returns the JSON value of a text, or `undefined` if it is not JSON. */
export function parseText(text: string): JsonValue | undefined {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
