import type { ChatAddress } from '@hermes/core/platform'
import type { ChatNetwork } from '../network/chat-network.js'
import type { ChatMessage } from './job-text.js'

/**
 * Whether the recipients of a result may run `/cron`, which is for administrators: the result goes to one of them, in their own chat or in the home
 * chat, which they chose.
 */
export function mayAskWhy(
  { target, job: { userId } }: Pick<ChatMessage, 'target' | 'job'>,
  { chatId }: ChatAddress,
  { settings }: Pick<ChatNetwork, 'settings'>,
): boolean {
  if (target === 'origin' && userId === undefined) return true
  const { owners, admins, home_chat: home } = settings
  return [...owners, ...admins].includes(chatId) || home?.split(':', 1)[0] === chatId
}
