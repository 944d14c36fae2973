import type { InboundMessage } from '@hermes/core/platform'
import type { Config } from '@hermes/runtime'
import type { ChatNetwork } from '../../network/chat-network.js'
import { isCommand } from '../../network/chat-origin.js'
import type { ToolProgress } from './tool-lines.js'

/**
 * Returns what a chat sees of the tools of a turn. On networks that cannot replace and remove messages that is nothing, because each change would be
 * a new message. Groups see arguments only if the settings of the network say so.
 */
export function toolProgressOf(
  event: InboundMessage,
  { adapter, settings }: Pick<ChatNetwork, 'adapter' | 'settings'>,
  { tool_progress: usual }: Config['display'],
): ToolProgress {
  const { edit, remove, limits } = adapter
  if ((settings.tool_progress ?? usual) === 'log') return 'log'
  if (!edit || limits.streaming !== 'edit' || isCommand(event)) return 'off'
  if (!remove && !settings.keep_tool_progress) return 'off'
  if (settings.tool_progress) return settings.tool_progress
  return usual !== 'off' && event.chatType !== 'direct' ? 'new' : usual
}
