import { describeError, type Logger, type SessionStore } from '@hermes/core'
import type { MessageSearch, SearchHit, SearchQuery } from '@hermes/core/sessions'
import type { Connection } from '../connection/connection.js'
import { fromMessageRow, type LoadedRow } from '../rows/from-row.js'
import { messageColumns } from '../rows/to-row.js'
import { parseQuery } from '../search/parse-query.js'
import { toSnippet } from '../search/to-snippet.js'
import { fuse } from './fuse.js'
import type { SemanticIndex } from './semantic-index.js'

const defaultLimit = 50
const fewestRanked = 50

export interface SemanticSearchOptions {
  readonly connection: Connection
  readonly index: SemanticIndex
  readonly logger: Logger
}

/** Adds semantic matches to the store's search. New messages are indexed after they are stored. */
export function withSemanticSearch(store: SessionStore, options: SemanticSearchOptions): SessionStore {
  const { index } = options
  const { search, messages, sessions } = store
  index.wake()
  return {
    ...store,
    ...(search && { search: fusedSearch(search, options) }),
    messages: {
      ...messages,
      async append(...given) {
        const stored = await messages.append(...given)
        index.wake()
        return stored
      },
    },
    sessions: {
      ...sessions,
      async split(...given) {
        const split = await sessions.split(...given)
        index.wake()
        return split
      },
    },
    async [Symbol.asyncDispose]() {
      await index[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
    },
  }
}

function fusedSearch(words: MessageSearch, { connection, index, logger }: SemanticSearchOptions): MessageSearch {
  const { database, read } = connection
  const select = database.prepare<[number], LoadedRow>(
    `select id, ${messageColumns.join(', ')} from messages where id = ?`,
  )
  const toHit = (row: LoadedRow, { text }: SearchQuery): SearchHit => {
    const message = fromMessageRow(row)
    return { message, snippet: toSnippet(message.message, parseQuery(text)) }
  }

  return {
    async find(query) {
      const { limit = defaultLimit } = query
      if (!isAboutMeaning(query)) return words.find(query)
      const [found, near] = await Promise.all([
        words.find({ ...query, limit: Math.max(limit, fewestRanked) }),
        index.nearest(query, Math.max(limit, fewestRanked)).catch((error: unknown) => {
          logger.log('warn', `A query could not be embedded: ${describeError(error)}`)
          return []
        }),
      ])
      const known = new Map(found.map((hit) => [hit.message.id, hit]))
      const ids = fuse([found.map(({ message }) => message.id), near]).slice(0, limit)
      const others = await read(() => ids.filter((id) => !known.has(id)).flatMap((id) => select.get(id) ?? []))
      for (const row of others) known.set(row.id, toHit(row, query))
      return ids.flatMap((id) => known.get(id) ?? [])
    },
  }
}

/** Whether a query is also searched by meaning. Quoted words, excluded words and an order are left to the word search alone. */
function isAboutMeaning({ text, order = 'best' }: SearchQuery): boolean {
  const groups = parseQuery(text)
  return (
    order === 'best' && groups.length > 0 && !/["*]/.test(text) && groups.every(({ unwanted }) => unwanted.length === 0)
  )
}
