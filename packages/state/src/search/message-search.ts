import type { MessageSearch, SearchHit, SearchQuery } from '@hermes/core/sessions'
import type { Connection } from '../connection/connection.js'
import { fromMessageRow, type LoadedRow } from '../rows/from-row.js'
import { messageColumns, toSeconds } from '../rows/to-row.js'
import { createFindCommonWords, type FindCommonWords } from './common-words.js'
import { wordsOf } from './counter.js'
import type { DeferredIndex } from './deferred-index.js'
import { findCandidates } from './find-candidates.js'
import { createIndexReader, type IndexReader } from './index-reader.js'
import { parseQuery, type SearchGroup, type SearchTerm } from './parse-query.js'
import { toScope } from './scope.js'
import { type Candidate, rank, rarityOf } from './score.js'
import { type Expand, toMatches } from './to-match.js'
import { quoted, toPhrase } from './to-phrase.js'
import { toSnippet } from './to-snippet.js'

const defaultLimit = 50
/** Number of terms to rank by. Additional ones contribute little. */
const mostRankedTerms = 12
const selectMessage = `select id, ${messageColumns.join(', ')} from messages where id = ?`

export interface MessageSearchOptions {
  readonly now?: () => number
  /** Number of matching messages above which a prefix (`a*`) is not fully expanded. Default: 20,000. */
  readonly mostGathered?: number | undefined
  /** Index of messages that are stored but not yet indexed. Default: all messages are indexed. */
  readonly index?: Pick<DeferredIndex, 'catchUp'>
}

/**
 * Creates a search whose work does not grow with the number of messages. For each alternative, the newest matches are
 * read from the index, which is sorted by message id, and ranked here. FTS5's own rank reads every matching message.
 */
export function createMessageSearch(
  { database, read }: Pick<Connection, 'database' | 'read'>,
  { now = Date.now, mostGathered, index }: MessageSearchOptions = {},
): MessageSearch {
  const reader = createIndexReader(database)
  const message = database.prepare<[number], LoadedRow>(selectMessage)
  return {
    async find(query) {
      const groups = parseQuery(query.text)
      const { limit = defaultLimit } = query
      if (groups.length === 0 || limit <= 0) return []
      await index?.catchUp()
      const rows = await read(() => {
        const candidates = findAll(reader, groups, query, createExpand(createFindCommonWords(database, mostGathered)))
        const ids = sorted(candidates, query, () => raritiesOf(reader, groups), toSeconds(now()))
        return ids.slice(0, limit).flatMap(({ id }) => message.get(id) ?? [])
      })
      return rows.map((row): SearchHit => {
        const stored = fromMessageRow(row)
        return { message: stored, snippet: toSnippet(stored.message, groups) }
      })
    },
  }
}

function findAll(
  reader: IndexReader,
  groups: readonly SearchGroup[],
  query: SearchQuery,
  expand: Expand,
): readonly Candidate[] {
  const scope = toScope(query, reader.sources)
  const terms = rankedTerms(groups)
  const options = { query, limit: query.limit ?? defaultLimit, alternatives: groups.length, terms }
  const found = groups.flatMap((group) =>
    findCandidates(reader, toMatches(group, scope, expand), { ...options, own: group.wanted }),
  )
  return [...new Map(found.map((candidate) => [candidate.id, candidate])).values()]
}

function rankedTerms(groups: readonly SearchGroup[]): readonly SearchTerm[] {
  return groups.flatMap(({ wanted }) => wanted).slice(0, mostRankedTerms)
}

function sorted(
  candidates: readonly Candidate[],
  { order = 'best' }: SearchQuery,
  rarities: () => readonly number[],
  now: number,
): readonly Candidate[] {
  if (order === 'best') return rank(candidates, rarities(), now)
  const direction = order === 'oldest' ? 1 : -1
  return candidates.toSorted((left, right) => direction * (left.id - right.id))
}

/** Returns the rarity of each term. A single term needs none, because there is no other term to compare it with. */
function raritiesOf(reader: IndexReader, groups: readonly SearchGroup[]): readonly number[] {
  const terms = rankedTerms(groups)
  if (terms.length === 1) return [1]
  const all = reader.newestId()
  return terms.map((term) => (term.kind === 'prefix' ? 1 : rarityOf(reader.frequency(quoted(toPhrase(term))), all)))
}

function createExpand(findCommonWords: FindCommonWords): Expand {
  return (term) => {
    if (term.kind !== 'prefix') return undefined
    const phrase = toPhrase(term)
    const beginning = wordsOf(phrase).at(-1) ?? ''
    const head = wordsOf(phrase).slice(0, -1)
    return findCommonWords(beginning)?.map((word) => [...head, word].join(' '))
  }
}
