import type { ContextSnapshot } from '../contracts/context-snapshot.js'
import type { JsonObject } from '../contracts/json.js'
import type { SessionRecord } from '../contracts/session-store.js'

export type MeasuredRequest = NonNullable<ContextSnapshot['measured']>

/** Keeps what the provider counted for the newest request, for whoever opens the session next. */
export function withMeasured(modelConfig: JsonObject = {}, model: string, measured: MeasuredRequest): JsonObject {
  return { ...modelConfig, measured: { ...measured, model } }
}

/** What the provider counted for an earlier request of a session, as long as the same model reads it. */
export function measuredIn({ modelConfig }: SessionRecord, model: string): MeasuredRequest | undefined {
  const kept = modelConfig?.measured
  if (typeof kept !== 'object' || kept === null || !('model' in kept) || kept.model !== model) return undefined
  const { promptTokens, messageCount } = kept
  if (typeof promptTokens !== 'number' || typeof messageCount !== 'number') return undefined
  return { promptTokens, messageCount }
}
