import type { MessageContent, SystemMessage, ToolMessage, UserMessage } from '@hermes/core'
import type { Fragment } from '../shared/history/fragment.js'
import { toWireJson } from '../shared/json.js'
import { textBlock, toContentBlocks } from './content-blocks.js'

/**
 * Converts a user message. System messages within the history become user messages too, because the system prompt has
 * its own field.
 */
export function toWireUser(message: UserMessage | SystemMessage): Fragment {
  const blocks = toContentBlocks(message.content)
  const said = blocks.length > 0 ? blocks : [textBlock('(an empty message)')]
  return { role: 'user', blocks: said.map((block) => ({ kind: 'content', json: toWireJson(block) })) }
}

export function toWireResult(message: ToolMessage, callId: string): Fragment {
  const content = resultContent(message.content)
  const block = { type: 'tool_result', tool_use_id: callId, ...(content !== undefined && { content }) }
  return { role: 'user', blocks: [{ kind: 'result', json: toWireJson(block) }] }
}

/** Returns the content of a result, or `undefined` if it is empty; the field is then omitted. */
function resultContent(content: MessageContent): unknown {
  const blocks = toContentBlocks(content)
  if (blocks.length === 0) return undefined
  return typeof content === 'string' ? content : blocks
}
