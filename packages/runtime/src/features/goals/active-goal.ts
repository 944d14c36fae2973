import type { SessionId, SessionStore } from '@hermes/core'
import { createGoalBook } from './goal-book.js'

/** Returns the text of a conversation's goal if it is being pursued. */
export async function activeGoal(store: SessionStore, sessionId: SessionId): Promise<string | undefined> {
  const goal = store.values && (await createGoalBook(store, store.values).get(sessionId))
  return goal?.state === 'active' ? goal.text : undefined
}
