import type { SessionRecord } from '../contracts/sessions/session-store.js'
import { learnedWindow } from './session-notes.js'
import type { Wiring } from './wiring.js'

/**
 * Returns the model's window in tokens: the configured one, or the smaller one that its provider has established in this
 * session.
 */
export function windowOf({ id, contextWindow }: Wiring['model'], record: SessionRecord): number {
  const learned = learnedWindow.of(record)
  return learned?.model === id ? Math.min(learned.tokens, contextWindow) : contextWindow
}
