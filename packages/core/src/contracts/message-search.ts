import type { Message } from './message.js'
import type { SessionId } from './session-id.js'
import type { StoredMessage } from './stored-message.js'

/**
 * Finds messages by what they say: their text, and the names and arguments of tool calls.
 *
 * All words of a query have to be in the message, in any order and case, whatever their accents. `"words in order"`, `AND`,
 * `OR`, `NOT` (in capitals; `OR` binds least) and a trailing star (`deploy*`) work; everything else is plain text, so that
 * no query is malformed. Words in scripts that put no blanks between them, and emoji, are found inside of others.
 */
export interface MessageSearch {
  /**
   * The best first: by how well they fit, newer ones before equals. Of very many that fit, a store may weigh only the newest
   * against each other. Empty for a query without a word.
   */
  find(query: SearchQuery): Promise<readonly SearchHit[]>
}

export interface SearchQuery {
  /** As a person types it. What is beyond 1,000 characters is not looked at. */
  readonly text: string
  readonly roles?: readonly Message['role'][]
  /** Surfaces that the session may come from. */
  readonly sources?: readonly string[]
  /** Surfaces that it may not come from. */
  readonly withoutSources?: readonly string[]
  readonly sessionId?: SessionId
  /** Whose sessions; `null`: those that belong to nobody. Default: everybody's. */
  readonly userId?: string | null
  /** Messages from this time on, in milliseconds since 1970. */
  readonly sinceMs?: number
  readonly untilMs?: number
  /** `best` or by time. Default `best`. */
  readonly order?: 'best' | 'newest' | 'oldest'
  /** Default 50. */
  readonly limit?: number
}

export interface SearchHit {
  readonly message: StoredMessage
  /** What stands around the first words that were found, on one line; at most 200 characters. */
  readonly snippet: string
}
