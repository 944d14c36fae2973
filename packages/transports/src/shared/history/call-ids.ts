import { hash } from 'node:crypto'
import type { AssistantMessage } from '@hermes/core'
import { uniqueId } from './call-id.js'

/**
 * Maps the tool call ids of one request to ids that every provider accepts. Strict providers require 1 to 64 letters, digits, `_` or `-`,
 * unique in the conversation; other providers issue longer ids, or count from one again in each answer.
 */
export interface CallIds {
  /** Assigns ids to the calls of the next answer; the results that follow refer to them. */
  enter(answer: AssistantMessage): void
  /** Returns the wire id of a call of the last answer, for the call and for its result. */
  of(id: string): string
}

export function createCallIds(): CallIds {
  const taken = new Set<string>()
  let current = new Map<string, string>()
  return {
    enter({ tool_calls: calls = [] }) {
      if (calls.length > 0) current = new Map(calls.map(({ id }) => [id, uniqueId(toLegalId(id), taken)]))
    },
    of: (id) => current.get(id) ?? toLegalId(id),
  }
}

/** Returns the same id for the same input, so that the serialized conversation stays byte-identical. Leaves room for a suffix. */
function toLegalId(id: string): string {
  return /^[\w-]{1,56}$/.test(id) ? id : `call_${hash('sha256', id).slice(0, 24)}`
}
