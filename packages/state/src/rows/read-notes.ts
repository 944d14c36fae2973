import type { JsonObject } from '@hermes/core'
import { freeze } from './frozen.js'
import { isJsonObject, storedJson } from './stored-json.js'

/** Number of texts to keep: enough for conversations that run at the same time. Notes contain the tools of a session, about 12 KB. */
const keptTexts = 32

/**
 * Creates a function that parses the notes of sessions, parsing equal texts once. A turn reads its session several
 * times, and the sessions of an agent mostly have equal notes. It throws a `SyntaxError` for a text that is not a JSON object.
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
