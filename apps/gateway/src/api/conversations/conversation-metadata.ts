import type { SessionId, SessionStore } from '@hermes/core'
import { isRecord } from '@hermes/core/wiring'

const namespace = 'api.conversations'

type Metadata = Readonly<Record<string, string>>

/** Returns the metadata that a client has stored with a conversation. Empty if the store keeps no values. */
export async function metadataOf(id: SessionId, { values }: SessionStore): Promise<Metadata> {
  const stored = await values?.get(namespace, id)
  if (!isRecord(stored)) return {}
  return Object.fromEntries(
    Object.entries(stored).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

/** Stores metadata, which is deleted with the session. */
export async function storeMetadata(id: SessionId, metadata: Metadata, { values }: SessionStore): Promise<void> {
  await values?.update(namespace, id, () => metadata, { sessionId: id })
}
