import type { SearchQuery } from '@hermes/core/sessions'
import { type Counter, createCounter, fold } from './counter.js'
import type { IndexedRow, IndexReader } from './index-reader.js'
import type { SearchTerm } from './parse-query.js'
import type { Candidate } from './score.js'
import type { Match } from './to-match.js'

/** Number of newest matches to rank, shared by all alternatives. */
const mostRanked = 500
const fewestRanked = 50
/** Number of messages to read when the index alone cannot decide. */
const mostRead = 1_000
const wholeText = 1_000_000
/** Weight of a match in a tool name, relative to the text of a message. */
const nameShare = 0.3
/** Weight of a match in the arguments of a tool call, relative to the text of a message. */
const callShare = 0.1
/** Matches the JSON syntax of tool calls that the view `messages_searchable` removes. */
const frame = /\\{4}|\\\\[ntr]|"type":"function"|"function":\{"name":|"arguments":|"id":/g
/** Weight of a word beyond the part of the text that is read. */
const furtherDown = 0.1

export interface CandidateOptions {
  readonly query: SearchQuery
  readonly limit: number
  /** Number of alternatives. */
  readonly alternatives: number
  /** Terms of all alternatives, for ranking. */
  readonly terms: readonly SearchTerm[]
  /** Terms of this alternative. Every candidate contains them, possibly beyond the part that is read. */
  readonly own: readonly SearchTerm[]
}

/** Finds the newest matches, or the oldest if the query asks for them. */
export function findCandidates(
  reader: IndexReader,
  [match, ...others]: readonly [Match, ...Match[]],
  options: CandidateOptions,
): readonly Candidate[] {
  const isRead = match.wanted.length > 0 || match.unwanted.length > 0
  const share = Math.max(fewestRanked, Math.ceil(mostRanked / options.alternatives))
  const limit = Math.max(options.limit, isRead ? mostRead : share)
  const rows = reader.rows(match.match, { query: options.query, limit, ...(isRead && { textLength: wholeText }) })
  const [next, ...rest] = others
  if (next && rows.length === limit) return findCandidates(reader, [next, ...rest], options)
  const wanted = match.wanted.map(createCounter)
  const unwanted = match.unwanted.map(createCounter)
  const terms = options.terms.map((term) => ({
    count: createCounter(term),
    least: options.own.includes(term) ? furtherDown : 0,
  }))
  return rows
    .map((row) => ({ row, text: textOf(row) }))
    .filter(({ text }) => wanted.every((count) => isIn(count, text)) && !unwanted.some((count) => isIn(count, text)))
    .map(({ row: { id, timestamp, length }, text }) => ({
      id,
      timestamp,
      length,
      counts: terms.map(({ count, least }) => Math.max(least, weigh(count, text))),
    }))
}

interface Text {
  readonly content: string
  readonly name: string
  readonly calls: string
}

function textOf({ content, tool_name, tool_calls }: IndexedRow): Text {
  return {
    content: fold(content ?? ''),
    name: fold(tool_name ?? ''),
    calls: fold((tool_calls ?? '').replaceAll(frame, ' ')),
  }
}

function isIn(count: Counter, { content, name, calls }: Text): boolean {
  return count(content) + count(name) + count(calls) > 0
}

function weigh(count: Counter, { content, name, calls }: Text): number {
  return count(content) + nameShare * count(name) + callShare * count(calls)
}
