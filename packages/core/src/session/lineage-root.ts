import type { SessionRecord, SessionStore } from '../contracts/sessions/session-store.js'
import type { SessionId } from '../contracts/values/session-id.js'
import { rootOf } from './lineage.js'
import { lineageRoot } from './session-notes.js'

/** Returns the first session of the lineage, from the note or by walking back. */
export async function lineageRootOf(store: SessionStore, record: SessionRecord): Promise<SessionId> {
  return lineageRoot.of(record) ?? (await rootOf(store, record)).id
}
