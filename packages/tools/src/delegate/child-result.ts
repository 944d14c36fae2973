import type { JsonObject, JsonValue, SessionId, Usage } from '@hermes/core'
import { boundText } from '../shared/bound-output.js'

/**
 * How a child ended. `exhausted`: its budget was used up, and `summary` sums up. `halted`: it went round in circles.
 * `stalled`: it showed no progress and was stopped. `invalid-output`: it was done, and its answer does not fit the schema.
 */
export type ChildStatus = 'completed' | 'failed' | 'interrupted' | 'exhausted' | 'halted' | 'stalled' | 'invalid-output'

/** What came of one task. */
export interface ChildResult {
  readonly index: number
  /** In one line. */
  readonly goal: string
  readonly status: ChildStatus
  /** The answer; of a child that did not come to its end, the last thing that it said. */
  readonly summary: string
  /** The answer as data, where a schema was given and it fits. */
  readonly output?: JsonValue
  /** Why it is not `completed`. */
  readonly problem?: string
  /** Where all that it did is stored. Absent when it had not begun. */
  readonly sessionId?: SessionId
  /** Model calls. */
  readonly iterations: number
  readonly toolCalls: number
  readonly usage: Usage
  readonly durationMs: number
}

/** The results as the model reads them, in the order of the tasks; their answers share `answerChars` characters. */
export function toResultsJson(results: readonly ChildResult[], answerChars: number): JsonObject {
  const share = Math.floor(answerChars / Math.max(1, results.length))
  const sorted = results.toSorted((left, right) => left.index - right.index)
  return { results: sorted.map((result) => toJson(result, share)) }
}

/** One result as the model reads it, with at most `chars` characters of its answer. */
export function toJson(result: ChildResult, chars: number): JsonObject {
  const { index, goal, status, summary, output, problem, sessionId, usage } = result
  // What fits the schema is the answer: its text would say the same again.
  const answer = output === undefined ? { summary: boundText(summary, chars) } : { output }
  return {
    index,
    goal,
    status,
    ...answer,
    ...(problem !== undefined && { problem }),
    ...(sessionId !== undefined && { session_id: sessionId }),
    iterations: result.iterations,
    tool_calls: result.toolCalls,
    tokens: { input: usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens, output: usage.outputTokens },
    seconds: Math.round(result.durationMs / 100) / 10,
  }
}
