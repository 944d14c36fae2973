import type { JsonObject } from '@hermes/core'
import { freeze } from './frozen.js'
import { isJsonObject, storedJson } from './stored-json.js'

/** Enough for the conversations that run at once. Notes hold the tools of a session: about 12 KB each. */
const keptTexts = 32

/**
 * Parses the notes of sessions, equal texts once: a turn reads its session several times, and the sessions of an agent mostly have equal
 * notes. The returned function throws a `SyntaxError` for a text that is not a JSON object.
 */
export function createReadNotes(): (text: string) => JsonObject {
  const known = new Map<string, JsonObject>()
  return (text) => {
    const notes = known.get(text) ?? freeze(storedJson(text, isJsonObject))
    known.delete(text)
    known.set(text, notes)
    const [oldest] = known.keys()
    if (known.size > keptTexts && oldest !== undefined) known.delete(oldest)
    return notes
  }
}
