import type { JsonValue } from '../contracts/values/json.js'
import { canonicalJson } from '../json/canonical-json.js'

/** Returns the SHA-256 of a value's canonical JSON, in hex. */
export async function fingerprintOf(value: JsonValue): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonicalJson(value)))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
