import type { SessionId, StoredMessage } from '@hermes/core'
import { inSlices } from '@hermes/safety'
import { fromMessageRows, type LoadedRow } from '../rows/from-row.js'
import type { RecentMessages, RecentSession } from './recent-messages.js'

export interface MessageRows {
  /** Reads the rows after the known messages. Resolves with `undefined` if the store no longer has these. */
  after(known: RecentSession): Promise<readonly LoadedRow[] | undefined>
  all(): Promise<readonly LoadedRow[]>
}

/** Reads the messages of a session, or only those added since it was last used. */
export async function loadMessages(
  recent: RecentMessages,
  id: SessionId,
  rows: MessageRows,
): Promise<readonly StoredMessage[]> {
  const known = recent.of(id)
  const added = known && (await rows.after(known))
  if (!added) recent.forget(id)
  const messages = await inSlices(fromMessageRows(added ?? (await rows.all())))
  recent.add(id, messages)
  return added ? Object.freeze([...known.messages, ...messages]) : messages
}
