import type { SessionId, StoredMessage } from '@hermes/core'
import { weightOf } from './weight-of.js'

/** Maximum weight in characters: the histories of ten full windows of 200,000 tokens, or about 20,000 short messages. */
const maxWeight = 8 * 1024 * 1024
/** Maximum number of sessions. Other caches keep something for each kept message, such as the prompt that a request begins with. */
const maxSessions = 64

/** Summary of the messages that the store has of a session, up to one of them. */
export interface Kept {
  readonly count: number
  /** Sum of the ids. */
  readonly sum: number
}

/** The messages of a session up to one of them. */
export interface RecentSession {
  readonly messages: readonly StoredMessage[]
  readonly newestId: number
  /**
   * Whether the store still has these messages and no others up to the newest. Ids only increase and are never reused,
   * so deleted messages lower the count, and the messages of a recreated session have a larger sum.
   */
  isAll(kept: Kept): boolean
}

/**
 * Caches the messages of the most recently used sessions as the same objects. Messages never change, so a turn reads
 * only new ones, and values computed for a message (its tokens, its bytes in a request) need not be computed again.
 */
export class RecentMessages {
  readonly #sessions = new Map<SessionId, Recent>()
  #weight = 0

  of(id: SessionId): RecentSession | undefined {
    const recent = this.#sessions.get(id)
    if (!recent) return undefined
    this.#sessions.delete(id)
    this.#sessions.set(id, recent)
    return { messages: recent.messages.slice(), newestId: recent.newestId, isAll: matches(recent) }
  }

  /** Adds messages after the known ones. */
  add(id: SessionId, messages: readonly StoredMessage[]): void {
    const recent = this.#sessions.get(id) ?? { messages: [], newestId: 0, sum: 0, weight: 0 }
    for (const message of messages) {
      // If there were two reads at the same time, the other one has added it.
      if (message.id <= recent.newestId) continue
      const weight = weightOf(message)
      recent.messages.push(message)
      recent.newestId = message.id
      recent.sum += message.id
      recent.weight += weight
      this.#weight += weight
    }
    this.#sessions.delete(id)
    if (recent.messages.length > 0) this.#sessions.set(id, recent)
    this.#shrink()
  }

  forget(id: SessionId): void {
    this.#weight -= this.#sessions.get(id)?.weight ?? 0
    this.#sessions.delete(id)
  }

  #shrink(): void {
    for (const id of this.#sessions.keys()) {
      if (this.#weight <= maxWeight && this.#sessions.size <= maxSessions) return
      this.forget(id)
    }
  }
}

interface Recent {
  readonly messages: StoredMessage[]
  newestId: number
  sum: number
  weight: number
}

/** Creates a check against the current state, because more messages may be added while the store is queried. */
function matches({ messages: { length }, sum }: Recent): RecentSession['isAll'] {
  return (kept) => kept.count === length && kept.sum === sum
}
