import { type Message, type SessionRecord, type SessionStore, type StoredMessage, textOf } from '@hermes/core'
import { compressionOf, lineageMembers } from '@hermes/core/sessions'

/** A part of a conversation, by the ids of its messages. */
export interface UnreviewedRange {
  /** The last message before the range. Default: only the newest turns. */
  readonly from?: number
  /** The last message of the range. Default: the last message of the conversation. */
  readonly to?: number
  /** Number of new turns. Without `from`, older turns are left out. */
  readonly turns: number
}

/** Loads the messages of a part of a conversation, oldest first, including those that compressions cut out. */
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

/** Recognizes the summary and the copies of kept messages that a compression writes into the continuing session. */
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
