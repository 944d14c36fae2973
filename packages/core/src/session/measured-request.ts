import type { SessionRecord } from '../contracts/sessions/session-store.js'
import type { ContextSnapshot } from '../contracts/turn/context-snapshot.js'
import { measuredRequest } from './session-notes.js'

export type MeasuredRequest = NonNullable<ContextSnapshot['measured']>

/** Returns the provider's token count for an earlier request of the session, if the model is still the same. */
export function measuredIn(record: SessionRecord, model: string): MeasuredRequest | undefined {
  const kept = measuredRequest.of(record)
  if (kept?.model !== model) return undefined
  const { promptTokens, messageCount } = kept
  return { promptTokens, messageCount }
}
