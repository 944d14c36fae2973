import type { ConversationKey } from '../contracts/conversation-target.js'

/** The origin of a network message. Ids only, because names may change. */
export interface ChatOrigin {
  /** The network: `telegram`. */
  readonly platform: string
  /** The type of chat. `direct`: one person and the agent. */
  readonly chatType: 'direct' | 'group' | 'channel' | 'thread'
  /** The workspace, on networks that have them: Slack, Teams. */
  readonly workspace?: string
  readonly chat?: string
  readonly thread?: string
  /** The sender. */
  readonly user?: string
  /** The profile. Default `main`. */
  readonly profile?: string
}

/** Which people share a conversation. */
export interface KeyRules {
  /** Whether each person has a separate conversation in groups and channels. Default true. */
  readonly perUser?: boolean
  /** Whether that also applies to threads. Default false: a thread is one conversation. */
  readonly perUserInThreads?: boolean
}

/**
 * Returns the key of a message's conversation: `agent:<profile>:<platform>:<type>[:<workspace>][:<chat>][:<thread>][:<user>]`. A direct
 * chat is identified by its chat id, or by the sender if there is none. Parts are escaped, so that keys are unambiguous and, except for
 * the colons, safe file names on every system.
 */
export function conversationKey(origin: ChatOrigin, rules: KeyRules = {}): ConversationKey {
  const { platform, chatType, profile } = origin
  const owner = profile === undefined ? 'main' : profile === 'main' ? 'main~' : profile
  const type = chatType === 'direct' ? 'dm' : chatType
  const place = chatType === 'direct' ? directPlace(origin) : sharedPlace(origin, rules)
  return ['agent', owner, platform, type, ...place.filter(isGiven)].map(escapePart).join(':')
}

function directPlace({ workspace, chat, user, thread }: ChatOrigin) {
  return [workspace, isGiven(chat) ? chat : user, thread]
}

function sharedPlace({ workspace, chat, thread, user }: ChatOrigin, rules: KeyRules) {
  const { perUser = true, perUserInThreads = false } = rules
  const isOwn = perUser && (!isGiven(thread) || perUserInThreads)
  return [workspace, chat, thread, isOwn ? user : undefined]
}

function isGiven(part: string | undefined): part is string {
  return part !== undefined && part !== ''
}

const utf8 = new TextEncoder()

function escapePart(part: string): string {
  return part
    .replace(/[^A-Za-z0-9_@.+=~-]/gu, escapeCharacter)
    .replace(/^\.+$|\.{2,}/g, (dots) => '%2E'.repeat(dots.length))
}

function escapeCharacter(character: string): string {
  return Array.from(utf8.encode(character), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}
