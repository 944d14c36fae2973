import type { ConversationKey } from '@hermes/conversations'
import type { JsonValue, SessionId } from '@hermes/core'
import type { Button, ChatAddress, InboundEvent, MediaKind, MessageRemoval, SentMessage } from '@hermes/core/platform'
import { isRecord, parseJson } from '@hermes/core/wiring'

/** An event in the inbox, and the event that an owed answer belongs to. */
export interface InboundPayload {
  readonly network: string
  readonly event: InboundEvent
  /** What others wrote in the chat before, for an answer that is owed. */
  readonly overheard?: string
  /** Nobody has written it: the conversation that background processes wake, for an answer that is owed. */
  readonly wakes?: SessionId
  /** The commands whose answers come before that of this message, by the ids of their items. */
  readonly behind?: readonly string[]
  /** Of a command that is owed an answer. */
  readonly command?: OwedCommand
}

/** What others must know of a command that is owed an answer. */
export interface OwedCommand {
  readonly conversation: ConversationKey
  /** See `Command.opensConversation`. */
  readonly opensConversation?: true
  /** See `Command.becomesMessage`. */
  readonly becomesMessage?: true
  /** See `Command.beginsWork`. */
  readonly beginsWork?: true
}

/** A removed message, in the inbox behind it. */
export interface RemovalPayload {
  readonly network: string
  readonly removal: MessageRemoval
}

/** A message in the outbox. */
export interface OutboundPayload {
  readonly network: string
  readonly address: ChatAddress
  readonly text: string
  /** Only for networks with subjects. */
  readonly subject?: string
  readonly buttons?: readonly Button[]
  readonly replyToMessageId?: string
  /** A file of this machine. */
  readonly file?: OutboundPath
  /** Replaces the text of this message. Where the network refuses that, another one is sent, and this one removed. */
  readonly edits?: SentMessage
  /** The id of the part above it: sent as another message, so is this one. */
  readonly follows?: string
  /** It is changed later, by a message that `settles` it. */
  readonly isKept?: boolean
  /** Like `edits`, for a message that was kept: the id of its item. Nothing is changed where it was not sent. */
  readonly settles?: string
  /** Not worth another message where an edit is refused. */
  readonly isMinor?: boolean
  /** Tells of a message that could not be sent. Nothing tells of this one. */
  readonly isNotice?: boolean
  /** The key of a part of an answer. It may have been sent with less text by a process that died before it noted that. */
  readonly shownAs?: string
  /** Removes this message instead of sending one. */
  readonly removes?: SentMessage
  /** The key of a message to remove, which a process may have sent that died before it noted that. */
  readonly withdraws?: string
  readonly context?: InboundEvent['context']
  /** The result of a job that it shows. A thread below the message continues from it. */
  readonly resultId?: string
  /** The session that goes on where it is shown, with the next message there. */
  readonly handsOver?: SessionId
}

export interface OutboundPath {
  readonly kind: MediaKind
  readonly path: string
  readonly mediaType: string
}

/** As text: the queue keeps it as it is. */
export function toPayload(payload: InboundPayload | RemovalPayload | OutboundPayload): JsonValue {
  return JSON.stringify(payload)
}

/** `undefined` for what another version wrote. */
export function fromInboundPayload(value: JsonValue): InboundPayload | undefined {
  const payload = read(value)
  return isInbound(payload) ? payload : undefined
}

export function fromRemovalPayload(value: JsonValue): RemovalPayload | undefined {
  const payload = read(value)
  return isRemoval(payload) ? payload : undefined
}

export function fromOutboundPayload(value: JsonValue): OutboundPayload | undefined {
  const payload = read(value)
  return isOutbound(payload) ? payload : undefined
}

function read(value: JsonValue): unknown {
  return typeof value === 'string' ? parseJson(value) : undefined
}

function isInbound(value: unknown): value is InboundPayload {
  if (!isRecord(value) || typeof value.network !== 'string' || !isRecord(value.event)) return false
  if (![value.overheard, value.wakes].every((text) => text === undefined || isText(text))) return false
  const { behind = [] } = value
  if (!Array.isArray(behind) || !behind.every(isText)) return false
  if (value.command !== undefined && !(isRecord(value.command) && isText(value.command.conversation))) return false
  const { type, id, chatId, sender } = value.event
  return (
    ['message', 'press'].includes(String(type)) && [id, chatId].every(isText) && isRecord(sender) && isText(sender.id)
  )
}

function isRemoval(value: unknown): value is RemovalPayload {
  if (!isRecord(value) || !isText(value.network) || !isRecord(value.removal)) return false
  const { chatId, messageId } = value.removal
  return isText(chatId) && isText(messageId)
}

function isOutbound(value: unknown): value is OutboundPayload {
  return (
    isRecord(value) &&
    isText(value.network) &&
    isText(value.text) &&
    isRecord(value.address) &&
    isText(value.address.chatId)
  )
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
