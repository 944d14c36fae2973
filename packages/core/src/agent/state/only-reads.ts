import type { Message } from '../../contracts/model/message.js'
import type { ToolExecutor } from '../../contracts/tools/tool.js'

/**
 * Whether a message only makes calls that change nothing, or is the result of such a call. A turn that lost it makes the
 * calls again.
 */
export function onlyReads(message: Message, tools: ToolExecutor | undefined): boolean {
  const isRead = (name: string | undefined) => name !== undefined && tools?.traitsOf?.(name)?.effect === 'read'
  if (message.role === 'tool') return isRead(message.name)
  if (message.role !== 'assistant' || !message.tool_calls?.length) return false
  return message.tool_calls.every(({ function: { name } }) => isRead(name))
}
