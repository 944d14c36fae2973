import type { SessionRecord } from '../contracts/session-store.js'
import { learnedWindow } from './session-notes.js'
import type { Wiring } from './wiring.js'

/** The model's window in tokens: what its provider has proven in this session, where that is less than what was thought. */
export function windowOf({ id, contextWindow }: Wiring['model'], record: SessionRecord): number {
  const learned = learnedWindow.of(record)
  return learned?.model === id ? Math.min(learned.tokens, contextWindow) : contextWindow
}
