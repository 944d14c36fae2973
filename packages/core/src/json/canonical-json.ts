import type { JsonObject, JsonValue } from '../contracts/values/json.js'
import { isRecord } from './is-record.js'

/** Returns JSON with sorted keys: equal values give equal texts. */
export function canonicalJson(value: JsonValue): string {
  return JSON.stringify(value, (_, part: JsonValue) => (isRecord(part) ? sorted(part) : part))
}

function sorted(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
}
