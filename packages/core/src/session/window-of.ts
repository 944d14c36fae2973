import type { Wiring } from '../agent/wiring.js'
import type { SessionRecord } from '../contracts/session-store.js'

/** The model's window in tokens: what its provider has proven in this session, where that is less than what was thought. */
export function windowOf({ id, contextWindow }: Wiring['model'], { modelConfig }: SessionRecord): number {
  const learned = modelConfig?.learnedWindow
  const isKnown = typeof learned === 'object' && learned !== null && 'model' in learned && learned.model === id
  return isKnown && typeof learned.tokens === 'number' ? Math.min(learned.tokens, contextWindow) : contextWindow
}
