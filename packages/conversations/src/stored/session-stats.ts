import { addUsage, noUsage, type SessionSummary, type Usage } from '@hermes/core'
import { conversationsOf } from './conversations.js'

/** Statistics of a store. */
export interface SessionStats {
  readonly conversations: number
  /** The number of sessions, including continuations and sub-agents. */
  readonly sessions: number
  readonly messages: number
  readonly toolCalls: number
  readonly apiCalls: number
  readonly usage: Usage
  readonly oldestMs?: number
  readonly newestMs?: number
  /** The sources by messages, descending. */
  readonly sources: readonly SourceStats[]
}

export interface SourceStats {
  readonly source: string
  readonly sessions: number
  readonly messages: number
}

export function sessionStatsOf(records: readonly SessionSummary[]): SessionStats {
  const starts = records.map((record) => record.startedAtMs)
  const ends = records.map((record) => record.lastActivityAtMs)
  return {
    conversations: conversationsOf(records).length,
    sessions: records.length,
    messages: sumOf(records, (record) => record.messageCount),
    toolCalls: sumOf(records, (record) => record.toolCallCount),
    apiCalls: sumOf(records, (record) => record.apiCallCount),
    usage: records.reduce((sum, record) => addUsage(sum, record.usage), noUsage),
    ...(records.length > 0 && {
      oldestMs: starts.reduce((left, right) => Math.min(left, right)),
      newestMs: ends.reduce((left, right) => Math.max(left, right)),
    }),
    sources: sourcesOf(records),
  }
}

function sourcesOf(records: readonly SessionSummary[]): readonly SourceStats[] {
  const groups = Map.groupBy(records, ({ source }) => source)
  return [...groups]
    .map(([source, members]) => ({
      source,
      sessions: members.length,
      messages: sumOf(members, (record) => record.messageCount),
    }))
    .sort((left, right) => right.messages - left.messages)
}

function sumOf(records: readonly SessionSummary[], figure: (record: SessionSummary) => number): number {
  return records.reduce((sum, record) => sum + figure(record), 0)
}
