import type { Message } from '../model/message.js'
import type { SessionId } from '../values/session-id.js'
import type { StoredMessage } from './stored-message.js'

/**
 * Full-text search over the text of messages, and over the names and arguments of tool calls.
 *
 * A message matches if it contains all words of the query, in any order and case, ignoring accents. The query may use `"words in
 * order"`, `AND`, `OR`, `NOT` (in capitals; `OR` binds least) and a trailing star (`deploy*`). Everything else is plain text, so no
 * query is malformed. Words in scripts without spaces, and emoji, also match inside other words.
 */
export interface MessageSearch {
  /**
   * Returns the best match first, and newer messages before equally good ones. If very many messages match, a store may rank only the
   * newest of them. Empty for a query without a word.
   */
  find(query: SearchQuery): Promise<readonly SearchHit[]>
}

export interface SearchQuery {
  /** As the user typed it. Characters beyond the first 1,000 are ignored. */
  readonly text: string
  readonly roles?: readonly Message['role'][]
  /** Searches only sessions of these surfaces. */
  readonly sources?: readonly string[]
  /** Searches no sessions of these surfaces. */
  readonly withoutSources?: readonly string[]
  readonly sessionId?: SessionId
  /** Searches only sessions of this person. `null`: sessions without a person. Default: all sessions. */
  readonly userId?: string | null
  /** Messages from this time on, in milliseconds since 1970. */
  readonly sinceMs?: number
  readonly untilMs?: number
  /** By relevance or by time. Default `best`. */
  readonly order?: 'best' | 'newest' | 'oldest'
  /** Default 50. */
  readonly limit?: number
}

export interface SearchHit {
  readonly message: StoredMessage
  /** The text around the first match, on one line of at most 200 characters. */
  readonly snippet: string
}
