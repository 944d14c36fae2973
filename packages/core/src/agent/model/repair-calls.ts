import { deepFreeze } from '../../json/deep-freeze.js'
import type { Turn } from '../state/turn.js'
import type { Reply } from './collect-reply.js'

/**
 * Replaces damaged arguments with those that the calls run with, before the answer is stored. Providers only accept JSON, and later
 * requests would show calls without arguments next to their results. A cut-off answer runs nothing.
 */
export function repairCalls({ wiring }: Turn, reply: Reply): Reply {
  const { tool_calls: calls } = reply.message
  const { tools } = wiring
  if (!calls || !tools?.repairCall || reply.reason === 'length') return reply
  const repaired = calls.map((call) => tools.repairCall?.(call) ?? call)
  if (repaired.every((call, index) => call === calls[index])) return reply
  return { ...reply, message: deepFreeze({ ...reply.message, tool_calls: repaired }) }
}
