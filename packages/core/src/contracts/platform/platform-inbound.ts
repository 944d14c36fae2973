import type { JsonObject } from '../values/json.js'
import type { ChatAddress } from './chat-address.js'

/** Plain JSON, so that it can be stored before it is handled. Any release may add types: a `switch` over `type` needs a default. */
export type InboundEvent = InboundMessage | ButtonPress

/** What people do beside writing: for the hooks of plugins. Answered by nothing. */
export type ChatActivity = ReactionChange | MemberChange

/** All that a network delivers. */
export type PlatformEvent = InboundEvent | ChatActivity | MessageRemoval

interface InboundBase extends ChatAddress {
  /** The network's id of the event: a redelivery has the same one. Unique on the network. */
  readonly id: string
  readonly sender: ChatSender
  readonly chatType: 'direct' | 'group' | 'channel'
  /** For display. Chosen by people of the network: untrusted. */
  readonly chatName?: string
  readonly sentAtMs: number
  /** Given back with each answer: a reply token, a context token. Opaque to everyone but the adapter. */
  readonly context?: JsonObject
}

export interface InboundMessage extends InboundBase {
  readonly type: 'message'
  readonly messageId: string
  /** Plain text, without the mention of the agent at its start. A command starts with `/`. */
  readonly text: string
  /** Whether it addresses the agent: by a mention, as a reply to it, or by a command with its name. Always true in direct chats. */
  readonly isAddressed: boolean
  readonly replyTo?: RepliedMessage
  readonly attachments: readonly InboundAttachment[]
}

/** A person pressed a button of a message of the agent. */
export interface ButtonPress extends InboundBase {
  readonly type: 'press'
  /** The message with the button. */
  readonly messageId: string
  readonly value: string
}

/** A person's message was removed, by themselves or a moderator. If no turn has begun with it, it is not answered. Optional for networks. */
export interface MessageRemoval extends InboundBase {
  readonly type: 'removal'
  readonly messageId: string
}

/** A person added a reaction to a message, or took it back. Not one that is a button of the agent. */
export interface ReactionChange extends InboundBase {
  readonly type: 'reaction'
  readonly messageId: string
  /** Chosen by the person: untrusted. */
  readonly emoji: string
  readonly change: 'added' | 'removed'
}

/** `sender` joined or left a group. Never the agent itself. */
export interface MemberChange extends InboundBase {
  readonly type: 'member'
  readonly change: 'joined' | 'left'
}

export interface ChatSender {
  /** Immutable. Never a display name. */
  readonly id: string
  /** For display. Chosen by the person: untrusted. */
  readonly name?: string
  readonly isBot?: boolean
}

export interface RepliedMessage {
  readonly messageId: string
  /** The text, if the network sends it along. */
  readonly text?: string
  /** Whether the agent wrote it. */
  readonly isOwn: boolean
}

export interface InboundAttachment {
  /** For `PlatformAdapter.readAttachment`. */
  readonly id: string
  readonly kind: MediaKind
  /** Chosen by the sender: untrusted. */
  readonly name: string
  readonly mediaType: string
  /** As far as the network tells it. */
  readonly bytes?: number
}

/** `voice`: a recording that the network plays in place, where it has one; otherwise audio. */
export type MediaKind = 'image' | 'audio' | 'voice' | 'video' | 'document'
