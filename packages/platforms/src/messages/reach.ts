import type { SessionRecord } from '@hermes/core'
import type { ChatTarget, HomeChats } from './parse-target.js'

/** What the settings of chat networks say about who may reach whom. */
export type ReachSettings = HomeChats &
  Readonly<Record<string, { readonly admins: readonly string[]; readonly send_to: readonly string[] }>>

/** Surfaces that work without a person. */
const unattended = ['cron', 'webhook']

/**
 * Whether the agent may write to a chat for this conversation. The owner and administrators reach every chat. Scheduled jobs and other people
 * reach the chats in `send_to` and their own; jobs also the home chat.
 */
export function mayReach(
  { source, userId }: Pick<SessionRecord, 'source' | 'userId'>,
  { network, address }: ChatTarget,
  platforms: ReachSettings,
): boolean {
  const isUnattended = unattended.includes(source)
  if (userId === undefined && !isUnattended) return true
  if (Object.entries(platforms).some(([name, { admins }]) => admins.some((id) => userId === `${name}:${id}`)))
    return true
  const { chatId, threadId = '' } = address
  const names = [chatId, `${chatId}:${threadId}`]
  const { send_to: open = [], home_chat: home } = platforms[network] ?? {}
  if (open.some((chat) => names.includes(chat))) return true
  if (isUnattended) return home !== undefined && names.includes(home)
  return userId === `${network}:${chatId}` || userId === `${network}:chat:${chatId}`
}
