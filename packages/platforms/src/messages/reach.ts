import type { SessionRecord } from '@hermes/core'
import { type ChatTarget, type HomeChats, parseTarget } from './parse-target.js'

/** What the settings of chat networks say about who may reach whom. */
export type ReachSettings = HomeChats &
  Readonly<Record<string, { readonly admins: readonly string[]; readonly send_to: readonly string[] }>>

/** The session for whose person the agent works. */
export type ReachingSession = Pick<SessionRecord, 'source' | 'userId'>

/** Surfaces that run without a person. */
const unattended = ['cron', 'webhook']

/** Whether a conversation belongs to the owner or an administrator, who reach every chat. */
export function reachesAll({ source, userId }: ReachingSession, platforms: ReachSettings): boolean {
  if (userId === undefined) return !unattended.includes(source)
  return Object.entries(platforms).some(([name, { admins }]) => admins.some((id) => userId === `${name}:${id}`))
}

/**
 * Whether the agent may write to a chat for this conversation. The owner and administrators reach every chat. Scheduled jobs and other
 * people reach their own chats and those in `send_to`; jobs also reach the home chat.
 */
export function mayReach(
  session: ReachingSession,
  { network, address }: ChatTarget,
  platforms: ReachSettings,
): boolean {
  if (reachesAll(session, platforms)) return true
  const { userId } = session
  const { chatId, threadId = '' } = address
  const names = [chatId, `${chatId}:${threadId}`]
  const { send_to: open = [], home_chat: home } = platforms[network] ?? {}
  if (open.some((chat) => names.includes(chat))) return true
  if (userId === undefined) return home !== undefined && names.includes(home)
  return userId === `${network}:${chatId}` || userId === `${network}:chat:${chatId}`
}

/**
 * Returns why the agent may not write to a target for this conversation; `undefined` if it may.
 * @throws {ConfigError} when the network is not in the settings, or there is no chat.
 */
export function refusalOfTarget(
  session: ReachingSession | undefined,
  target: string,
  platforms: ReachSettings,
): string | undefined {
  const parsed = parseTarget(target, platforms)
  if (session && mayReach(session, parsed, platforms)) return undefined
  return `This conversation may not write to ${target}. Only an administrator can.`
}
