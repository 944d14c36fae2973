import type { SessionId } from '../contracts/session-id.js'
import type { SessionRecord, SessionStore } from '../contracts/session-store.js'
import { rootOf } from './lineage.js'
import { lineageRoot } from './session-notes.js'

/** The first session of the lineage, from the note or by walking back. */
export async function lineageRootOf(store: SessionStore, record: SessionRecord): Promise<SessionId> {
  return lineageRoot.of(record) ?? (await rootOf(store, record)).id
}
