import { hash } from 'node:crypto'
import type { AssistantMessage } from '@hermes/core'
import { uniqueId } from './call-id.js'

/**
 * The ids of calls in one request. Strict providers want 1 to 64 plain characters, and each id once in the whole conversation; other
 * providers give longer ones, or count from one again in each answer.
 */
export interface CallIds {
  /** Names the calls of the next answer; results that follow belong to them. */
  enter(answer: AssistantMessage): void
  /** The id on the wire of a call of the last answer, for the call and for its result. */
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

/** The same for the same id, so that the bytes of a conversation stay as they are. A suffix still has room. */
function toLegalId(id: string): string {
  return /^[\w-]{1,56}$/.test(id) ? id : `call_${hash('sha256', id).slice(0, 24)}`
}
