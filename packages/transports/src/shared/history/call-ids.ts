import { hash } from 'node:crypto'
import type { AssistantMessage } from '@hermes/core'
import { uniqueId } from './call-id.js'

/**
 * Maps the tool call ids of one request to ids that every provider accepts. Strict providers require 1 to 64 letters,
 * digits, `_` or `-`, unique in the conversation. Other providers issue longer ids, or restart their count in each answer.
 */
export interface CallIds {
  /** Assigns ids to the calls of the next answer, for the results that follow. */
  enter(answer: AssistantMessage): void
  /** Returns the wire id of a call in the latest answer, for the call and for its result. */
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

/**
 * Returns a valid id that leaves room for a suffix. The same input gives the same id, so that the serialized
 * conversation stays byte-identical.
 */
function toLegalId(id: string): string {
  return /^[\w-]{1,56}$/.test(id) ? id : `call_${hash('sha256', id).slice(0, 24)}`
}
