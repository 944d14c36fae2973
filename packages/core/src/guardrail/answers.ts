import type { ToolCall } from '../contracts/message.js'
import type { Observation } from './observation.js'

/**
 * Tells the model's answers apart: the first call that is admitted after one was inspected begins the next. An answer has
 * ended with the result of the last call that was let through.
 */
export function createAnswers() {
  const open = new Set<ToolCall['id']>()
  let current = 0
  let seen: Observation[] = []
  let hasEnded = false
  return {
    /** The number of the answer. */
    get current() {
      return current
    },
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
    /** @returns the calls of the answer when this was the last that was open. */
    end(one: Observation): readonly Observation[] | undefined {
      open.delete(one.call.id)
      seen.push(one)
      if (hasEnded || open.size > 0) return undefined
      hasEnded = true
      return seen
    },
  }
}
