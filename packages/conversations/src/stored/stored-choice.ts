import type { Choice, SessionId, SessionStore } from '@hermes/core'
import { createChoices } from '../choice/choices.js'

/**
 * Returns what people have chosen for a conversation, by the id of its root. Does not open the conversation, so nothing
 * in it runs.
 */
export async function storedChoice(store: Pick<SessionStore, 'values'>, root: SessionId): Promise<Choice> {
  return store.values ? createChoices(store.values).load(root) : {}
}
