import type { JsonValue } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'

/** `undefined` for a text that is not JSON. */
export function parseText(text: string): JsonValue | undefined {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
