import type { SessionId, SessionStore } from '@hermes/core'
import { isContinuation, isDelegate } from '@hermes/core/sessions'
import { payerNote } from '@hermes/runtime'

/** Who pays for the model calls of sessions. */
export interface Payers {
  /** Records that a person has a turn of a conversation. What happens in it is theirs until somebody else has one. */
  note(conversation: SessionId, personId: string): void
  /** Returns the id of the person who pays, or `undefined` if nobody is known. */
  of(session: SessionId): Promise<string | undefined>
}

/** Maximum number of entries, more than the conversations that are usually active. For older ones, the person who started the conversation pays. */
const mostKept = 10_000

export function createPayers({ sessions }: Pick<SessionStore, 'sessions'>): Payers {
  const known = new Map<SessionId, string>()

  function keep(id: SessionId, personId: string): void {
    known.delete(id)
    known.set(id, personId)
    const [oldest] = known.keys()
    if (known.size > mostKept && oldest !== undefined) known.delete(oldest)
  }

  async function of(id: SessionId): Promise<string | undefined> {
    const payer = known.get(id)
    if (payer !== undefined) return payer
    const record = await sessions.get(id)
    const { parentSessionId: parent } = record ?? {}
    if (!record) return undefined
    if (parent === undefined) return payerNote.of(record) ?? record.userId
    if (isContinuation(record)) return of(parent)
    if (!isDelegate(record)) return record.userId
    const ofParent = await of(parent)
    // Background work stays with the person who started it, whoever has the next turn.
    if (ofParent !== undefined) keep(id, ofParent)
    return ofParent
  }

  return { note: keep, of }
}
