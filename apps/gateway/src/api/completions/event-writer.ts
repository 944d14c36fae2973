import type { AgentEvent } from '@hermes/core'
import {
  type CompletionIdentity,
  toChunk,
  toCompressionChunk,
  toNoticeChunk,
  toProgressChunk,
} from './to-completion.js'

const restartLine = '\n\n[The text above is withdrawn. The answer starts again:]\n\n'

/**
 * Creates a writer of events. Text is sent as content. Tool calls, compressions and notices are chunks with an empty delta and their own event names,
 * so that other clients skip them. An empty line separates the text before and after tools. Reasoning is sent as `reasoning_content` if it is shown.
 */
export function createEventWriter(
  identity: CompletionIdentity,
  { showsReasoning = false }: { readonly showsReasoning?: boolean } = {},
) {
  let hasText = false
  let hasTextOfCall = false
  let needsBreak = false
  return (event: AgentEvent): { readonly event?: string; readonly data: string } | undefined => {
    switch (event.type) {
      case 'text-delta': {
        const content = needsBreak ? `\n\n${event.text}` : event.text
        hasText = true
        hasTextOfCall = true
        needsBreak = false
        return { data: JSON.stringify(toChunk(identity, { content })) }
      }
      case 'reasoning-delta':
        return showsReasoning
          ? { data: JSON.stringify(toChunk(identity, { reasoning_content: event.text })) }
          : undefined
      case 'iteration-start':
        hasTextOfCall = false
        return undefined
      case 'restart':
        if (!hasTextOfCall) return undefined
        hasTextOfCall = false
        needsBreak = false
        // A client cannot retract text that it has received, so the text says so.
        return { data: JSON.stringify(toChunk(identity, { content: restartLine })) }
      case 'tool-start':
      case 'tool-end':
        needsBreak = hasText
        return { event: 'hermes.tool.progress', data: JSON.stringify(toProgressChunk(identity, event)) }
      case 'compression-start':
      case 'compression-end':
        return { event: 'hermes.compression', data: JSON.stringify(toCompressionChunk(identity, event)) }
      case 'notice':
        return { event: 'hermes.notice', data: JSON.stringify(toNoticeChunk(identity, event)) }
      default:
        return undefined
    }
  }
}
