import { noUsage } from '../contracts/model/usage.js'
import type { NewSession, SessionRecord } from '../contracts/sessions/session-store.js'

/** Creates the record of a session without messages, as a store returns it. */
export function newRecord(session: NewSession): SessionRecord {
  const counters = { messageCount: 0, toolCallCount: 0, apiCallCount: 0, usage: noUsage }
  return { notes: {}, ...session, lastActivityAtMs: session.startedAtMs, ...counters, archived: false }
}
