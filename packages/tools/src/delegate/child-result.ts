import type { ContentOrigin, JsonObject, JsonValue, SessionId, Usage } from '@hermes/core'
import { boundText } from '../shared/bound-output.js'

/**
 * How a child ended. `exhausted`: its budget was used up, and `summary` sums up its work. `halted`: it kept repeating
 * itself. `stalled`: it made no progress and was stopped. `invalid-output`: its answer does not match the schema.
 */
export type ChildStatus = 'completed' | 'failed' | 'interrupted' | 'exhausted' | 'halted' | 'stalled' | 'invalid-output'

/** Result of one task. */
export interface ChildResult {
  readonly index: number
  /** Goal of the task, on one line. */
  readonly goal: string
  readonly status: ChildStatus
  /** Answer, or the last message of a child that did not complete. */
  readonly summary: string
  /** Answer as data, when a schema was given and the answer matches it. */
  readonly output?: JsonValue
  /** Reason why the status is not `completed`. */
  readonly problem?: string
  /** Session of the child. Absent when the child did not start. */
  readonly sessionId?: SessionId
  /** Number of model calls. */
  readonly iterations: number
  readonly toolCalls: number
  readonly usage: Usage
  readonly durationMs: number
  /** Untrusted content that the child has read. */
  readonly origins: readonly ContentOrigin[]
}

/** Returns the results as JSON for the model, in task order. Their answers share `answerChars` characters. */
export function toResultsJson(results: readonly ChildResult[], answerChars: number): JsonObject {
  const share = Math.floor(answerChars / Math.max(1, results.length))
  const sorted = results.toSorted((left, right) => left.index - right.index)
  return { results: sorted.map((result) => toJson(result, share)) }
}

/** Returns one result as JSON for the model, with at most `chars` characters of its answer. */
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
