import type { SessionRecord, SessionStore, StoredMessage } from '@hermes/core'
import type { UsageAccount } from '@hermes/core/sessions'

/** The data of an exported session. */
export interface ExportedSession {
  readonly record: SessionRecord
  readonly stored: readonly StoredMessage[]
  /** The usage of its model calls. */
  readonly accounts: readonly UsageAccount[]
}

/** Loads a session. Resolves to `undefined` if it has been deleted. */
export async function loadExported(store: SessionStore, id: string): Promise<ExportedSession | undefined> {
  const record = await store.sessions.get(id)
  if (!record) return undefined
  const stored = await store.messages.load(id)
  return { record, stored, accounts: (await store.usage?.accounts({ sessionId: id })) ?? [] }
}
