import type { ToolCall } from '../contracts/model/message.js'
import type { Observation } from './observation.js'

/**
 * Groups calls by the answer of the model that made them. The first call admitted after an inspection starts a new answer. An
 * answer ends with the result of its last admitted call.
 */
export function createAnswers() {
  const open = new Set<ToolCall['id']>()
  let current = 0
  let seen: Observation[] = []
  let hasEnded = false
  return {
    /** The number of the answer. */
    current: () => current,
    admit() {
      if (seen.length === 0) return
      current += 1
      open.clear()
      seen = []
      hasEnded = false
    },
    expect(call: ToolCall) {
      open.add(call.id)
    },
    /** Ends a call. @returns the calls of the answer when this was its last open call. */
    end(one: Observation): readonly Observation[] | undefined {
      open.delete(one.call.id)
      seen.push(one)
      if (hasEnded || open.size > 0) return undefined
      hasEnded = true
      return seen
    },
  }
}
