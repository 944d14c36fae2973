import { deepFreeze } from '../../../json/deep-freeze.js'
import { parseToolMarkup } from '../../../recovery/parse-tool-markup.js'
import type { Turn } from '../../state/turn.js'
import type { Reply } from '../collect-reply.js'

/**
 * Parses tool calls that local models write as text. Only for the API mode of local servers: elsewhere, calls have their
 * own field, and text that looks like a call is a quotation.
 */
export function readMarkup(turn: Turn, reply: Reply): Reply {
  const { content, tool_calls: calls, provider_data: _, ...rest } = reply.message
  if (calls || !content || turn.tools.length === 0 || turn.wiring.transport.apiMode !== 'chat_completions') return reply
  const names = turn.tools.map(({ name }) => name)
  const parsed = parseToolMarkup(content, names, () => `call_${turn.wiring.services.randomHex(12)}`)
  if (!parsed) return reply
  turn.notify('tool-markup', 'The model wrote its tool calls as text; they were parsed as calls.')
  const message = deepFreeze({ ...rest, content: parsed.text || null, tool_calls: parsed.calls })
  return { ...reply, message, reason: reply.reason === 'length' || parsed.isCut ? 'length' : 'tool-calls' }
}
