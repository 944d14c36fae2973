import { type Message, type SessionRecord, type SessionStore, type StoredMessage, textOf } from '@hermes/core'
import { compressionOf, lineageMembers } from '@hermes/core/sessions'

/** A part of a conversation, by the ids of its messages. */
export interface UnreviewedRange {
  /** The last message before it. Default: the newest turns only. */
  readonly from?: number
  /** Its last message. Default: the last one of the conversation. */
  readonly to?: number
  /** How many turns are new; without `from`, what is older is left out. */
  readonly turns: number
}

/** The messages of a part of a conversation, oldest first, those that compressions cut out of it included. */
export async function loadUnreviewed(
  store: SessionStore,
  record: SessionRecord,
  { from, to = Number.POSITIVE_INFINITY, turns }: UnreviewedRange,
): Promise<readonly Message[]> {
  const found: Message[] = []
  let before: readonly StoredMessage[] = []
  for (const member of await lineageMembers(store, record)) {
    const messages = await store.messages.load(member.id)
    const isCopy = copiesIn(member, before)
    for (const message of messages) {
      if (message.id > (from ?? 0) && message.id <= to && !isCopy(message)) found.push(message.message)
    }
    before = messages
  }
  return from === undefined ? newestTurns(found, turns) : found
}

/** A compression writes its summary and copies of what it keeps into the session that continues. */
function copiesIn(member: SessionRecord, before: readonly StoredMessage[]): (message: StoredMessage) => boolean {
  const summary = compressionOf(member)?.summary
  const known = new Set(before.map(({ message }) => keyOf(message)))
  return ({ message, timestampMs }) => {
    if (member.link !== 'compression' || timestampMs !== member.startedAtMs) return false
    return known.has(keyOf(message)) || (summary !== undefined && textOf(message.content ?? '').includes(summary))
  }
}

function keyOf({ role, content }: Message): string {
  return JSON.stringify([role, textOf(content ?? '')])
}

function newestTurns(messages: readonly Message[], turns: number): readonly Message[] {
  let asked = 0
  const start = messages.findLastIndex(({ role }) => role === 'user' && ++asked === turns)
  return messages.slice(Math.max(0, start))
}
