import type { SystemMessage, ToolMessage, UserMessage } from '@hermes/core'
import type { Fragment, FragmentBlock } from '../shared/history/fragment.js'
import { toWireJson } from '../shared/json.js'
import { isPlainDocument, toContentBlocks, type WireBlock } from './content-blocks.js'

/**
 * Converts a user message. System messages within the history become user messages too, because the system prompt has
 * its own field.
 */
export function toWireUser(message: UserMessage | SystemMessage, firstDocument: number): Fragment {
  const blocks = toContentBlocks(message.content, firstDocument)
  const said = blocks.some((block) => 'text' in block) ? blocks : [...blocks, { text: silence(blocks) }]
  return { role: 'user', blocks: said.map((block) => toFragmentBlock('content', block, isPlainDocument(block))) }
}

export function toWireResult(message: ToolMessage, toolUseId: string, firstDocument: number): Fragment {
  const blocks = toContentBlocks(message.content, firstDocument)
  const content = blocks.length > 0 ? blocks : [{ text: '(no output)' }]
  const result = { toolResult: { toolUseId, content } }
  return { role: 'user', blocks: [toFragmentBlock('result', result, content.some(isPlainDocument))] }
}

/** Returns placeholder text. The service requires text next to documents, and at least one block per message. */
function silence(blocks: readonly WireBlock[]): string {
  return blocks.length > 0 ? '(sent without a word)' : '(an empty message)'
}

function toFragmentBlock(kind: FragmentBlock['kind'], block: WireBlock, isUncacheable: boolean): FragmentBlock {
  return { kind, json: toWireJson(block), ...(isUncacheable && { isUncacheable }) }
}
