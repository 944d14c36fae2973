import type { AssistantMessage } from '../contracts/message.js'

/** Neither text nor calls nor thoughts. */
export function isEmpty({ tool_calls: calls, content, reasoning }: AssistantMessage): boolean {
  return !calls && !content?.trim() && !reasoning?.trim()
}
