import type { JsonValue } from '../contracts/values/json.js'

/**
 * Parses JSON like `JSON.parse`, but with a safe type: nothing is known about the value until it is checked.
 * @throws {SyntaxError} when the text is not JSON.
 */
export function parseJson(text: string): JsonValue {
  const value: JsonValue = JSON.parse(text)
  return value
}
