import type { ContentOrigin, JsonObject, JsonValue, SessionId, Usage } from '@hermes/core'
import { boundText } from '../shared/bound-output.js'

/**
 * How a child ended. `exhausted`: its budget was used up, and `summary` sums up. `halted`: it was repeating itself.
 * `stalled`: it made no progress and was stopped. `invalid-output`: its answer does not match the schema.
 */
export type ChildStatus = 'completed' | 'failed' | 'interrupted' | 'exhausted' | 'halted' | 'stalled' | 'invalid-output'

/** The result of one task. */
export interface ChildResult {
  readonly index: number
  /** On one line. */
  readonly goal: string
  readonly status: ChildStatus
  /** The answer, or the last message of a child that did not complete. */
  readonly summary: string
  /** The answer as data, when a schema was given and it matches. */
  readonly output?: JsonValue
  /** Why it is not `completed`. */
  readonly problem?: string
  /** The session of the child. Absent when it did not start. */
  readonly sessionId?: SessionId
  /** The number of model calls. */
  readonly iterations: number
  readonly toolCalls: number
  readonly usage: Usage
  readonly durationMs: number
  /** The untrusted content that it has read. */
  readonly origins: readonly ContentOrigin[]
}

/** The results as JSON for the model, in task order. Their answers share `answerChars` characters. */
export function toResultsJson(results: readonly ChildResult[], answerChars: number): JsonObject {
  const share = Math.floor(answerChars / Math.max(1, results.length))
  const sorted = results.toSorted((left, right) => left.index - right.index)
  return { results: sorted.map((result) => toJson(result, share)) }
}

/** One result as JSON for the model, with at most `chars` characters of its answer. */
export function toJson(result: ChildResult, chars: number): JsonObject {
  const { index, goal, status, summary, output, problem, sessionId, usage } = result
  // Data replaces the text, which would repeat it.
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
