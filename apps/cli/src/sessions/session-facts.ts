import { addUsage, noUsage, type SessionRecord, type StoredMessage, type Usage, type UsageAccount } from '@hermes/core'
import { splitCount, splitUsage, subtractUsage } from './split-usage.js'

/** What one model did for one session on one day. */
export interface Fact {
  /** Of the local calendar: `2026-03-14`. */
  readonly day: string
  /** The latest moment of it. */
  readonly timeMs: number
  /** The id of the conversation's first session. */
  readonly conversation: string
  readonly model: string
  readonly messages: number
  readonly toolCalls: number
  readonly apiCalls: number
  readonly usage: Usage
}

export interface ToolCallFact {
  readonly timeMs: number
  readonly conversation: string
  readonly tool: string
}

export interface StoredSession {
  readonly record: SessionRecord
  readonly conversation: string
  readonly stored: readonly StoredMessage[]
  readonly side: readonly UsageAccount[]
}

export function factsOf({ record, conversation, stored, side }: StoredSession) {
  const days = daysOf(record, stored)
  const weights = weightsOf(days)
  const spread = (model: string, apiCalls: number, usage: Usage, isMain: boolean): readonly Fact[] => {
    const calls = splitCount(apiCalls, weights)
    const parts = splitUsage(usage, weights)
    return days.map(({ day, timeMs, messages, toolCalls }, index) => ({
      day,
      timeMs,
      conversation,
      model,
      messages: isMain ? messages : 0,
      toolCalls: isMain ? toolCalls : 0,
      apiCalls: calls[index] ?? 0,
      usage: parts[index] ?? noUsage,
    }))
  }
  const sideUsage = side.reduce((sum, { usage }) => addUsage(sum, usage), noUsage)
  const sideCalls = side.reduce((sum, { apiCallCount }) => sum + apiCallCount, 0)
  const ownUsage = side.length === 0 ? record.usage : subtractUsage(record.usage, sideUsage)
  return {
    facts: [
      ...spread(record.model ?? 'unknown', record.apiCallCount - sideCalls, ownUsage, true),
      ...side.flatMap(({ model, apiCallCount, usage }) => spread(model, apiCallCount, usage, false)),
    ],
    calls: stored.flatMap((message) => toolCallsOf(message, conversation)),
  }
}

interface Day {
  readonly day: string
  readonly timeMs: number
  readonly messages: number
  readonly answers: number
  readonly toolCalls: number
}

/** The days on which a session has messages; one without any has the day of its last activity. */
function daysOf(record: SessionRecord, stored: readonly StoredMessage[]): readonly Day[] {
  const groups = [...Map.groupBy(stored, ({ timestampMs }) => localDay(timestampMs))]
  if (groups.length === 0) {
    const timeMs = record.lastActivityAtMs
    return [{ day: localDay(timeMs), timeMs, messages: 0, answers: 1, toolCalls: 0 }]
  }
  return groups.map(([day, members]) => ({
    day,
    timeMs: members.reduce((latest, { timestampMs }) => Math.max(latest, timestampMs), 0),
    messages: members.length,
    answers: members.filter(({ message }) => message.role === 'assistant').length,
    toolCalls: members.reduce((sum, { message }) => sum + callsIn(message).length, 0),
  }))
}

/** Calls that left no answer behind have to be somewhere, too. */
function weightsOf(days: readonly Day[]): readonly number[] {
  const hasAnswers = days.some(({ answers }) => answers > 0)
  return days.map(({ answers, messages }) => (hasAnswers ? answers : messages))
}

function toolCallsOf({ message, timestampMs }: StoredMessage, conversation: string): readonly ToolCallFact[] {
  return callsIn(message).map((call) => ({ timeMs: timestampMs, conversation, tool: call.function.name }))
}

function callsIn(message: StoredMessage['message']) {
  return message.role === 'assistant' ? (message.tool_calls ?? []) : []
}

export function localDay(timeMs: number): string {
  const date = new Date(timeMs)
  const twoDigits = (figure: number) => String(figure).padStart(2, '0')
  return [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-')
}
