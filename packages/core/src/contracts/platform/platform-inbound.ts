import type { JsonObject } from '../values/json.js'
import type { ChatAddress } from './chat-address.js'

/** Plain JSON, so that the gateway can store it before it handles it. Any release may add types, so a `switch` over `type` needs a default. */
export type InboundEvent = InboundMessage | ButtonPress

/** What people do besides writing, for the hooks of plugins. The agent does not answer it. */
export type ChatActivity = ReactionChange | MemberChange

/** Everything that a network delivers. */
export type PlatformEvent = InboundEvent | ChatActivity | MessageRemoval

interface InboundBase extends ChatAddress {
  /** The network's id of the event. Unique on the network; a redelivery has the same id. */
  readonly id: string
  readonly sender: ChatSender
  readonly chatType: 'direct' | 'group' | 'channel'
  /** For display. People on the network choose it, so it is untrusted. */
  readonly chatName?: string
  readonly sentAtMs: number
  /** The gateway passes it back with each answer: a reply token, a context token. Only the adapter can read it. */
  readonly context?: JsonObject
}

export interface InboundMessage extends InboundBase {
  readonly type: 'message'
  readonly messageId: string
  /** Plain text, without a mention of the agent at its start. A command starts with `/`. */
  readonly text: string
  /** Whether the message addresses the agent: with a mention, as a reply to it, or with a command that names it. Always true in direct chats. */
  readonly isAddressed: boolean
  readonly replyTo?: RepliedMessage
  /** The sender passed it on: text and files are those of somebody else. It is no command, and its text counts as untrusted content. */
  readonly forwarded?: ForwardedMessage
  readonly attachments: readonly InboundAttachment[]
  /**
   * The network's id of the album that it is a part of, for networks that deliver one message as several, such as one for each picture. The gateway
   * answers them as one message, with all their files, which is addressed to the agent if one of them is.
   */
  readonly albumId?: string
}

/** A person pressed a button on one of the agent's messages. */
export interface ButtonPress extends InboundBase {
  readonly type: 'press'
  /** The message with the button. */
  readonly messageId: string
  readonly value: string
}

/** A person or a moderator removed the person's message. If no turn has begun with the message, the agent does not answer it. Optional for networks. */
export interface MessageRemoval extends InboundBase {
  readonly type: 'removal'
  readonly messageId: string
}

/** A person added a reaction to a message, or took it back. Excludes reactions that are buttons of the agent. */
export interface ReactionChange extends InboundBase {
  readonly type: 'reaction'
  readonly messageId: string
  /** The person chooses it, so it is untrusted. */
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
  /** For display. The person chooses it, so it is untrusted. */
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

export interface ForwardedMessage {
  /** Who wrote it, for display. Chosen by people of the network: untrusted. Absent if the network does not tell. */
  readonly from?: string
}

export interface InboundAttachment {
  /** For `PlatformAdapter.readAttachment`. */
  readonly id: string
  readonly kind: MediaKind
  /** The sender chooses it, so it is untrusted. */
  readonly name: string
  readonly mediaType: string
  /** Present if the network reports it. */
  readonly bytes?: number
}

/** `voice`: a recording that the network plays in place. On a network without such recordings, it is audio. */
export type MediaKind = 'image' | 'audio' | 'voice' | 'video' | 'document'
