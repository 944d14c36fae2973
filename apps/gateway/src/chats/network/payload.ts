import type { ConversationKey } from '@hermes/conversations'
import type { JsonValue, SessionId } from '@hermes/core'
import type { Button, ChatAddress, InboundEvent, MediaKind, MessageRemoval, SentMessage } from '@hermes/core/platform'
import { isRecord, parseJson } from '@hermes/core/wiring'

/** An event in the inbox, and the event that an owed answer belongs to. */
export interface InboundPayload {
  readonly network: string
  readonly event: InboundEvent
  /** What others wrote in the chat before a message that is owed an answer. */
  readonly overheard?: string
  /** The conversation that background processes wake. Nobody has written a message, but an answer is owed. */
  readonly wakes?: SessionId
  /** The ids of the items of commands whose answers come before that of this message. */
  readonly behind?: readonly string[]
  /** The command, if it is owed an answer. */
  readonly command?: OwedCommand
}

/** What other processes must know about a command that is owed an answer. */
export interface OwedCommand {
  readonly conversation: ConversationKey
  /** See `Command.opensConversation`. */
  readonly opensConversation?: true
  /** See `Command.becomesMessage`. */
  readonly becomesMessage?: true
  /** See `Command.beginsWork`. */
  readonly beginsWork?: true
}

/** The removal of a message, which follows the message in the inbox. */
export interface RemovalPayload {
  readonly network: string
  readonly removal: MessageRemoval
}

/** A message in the outbox. */
export interface OutboundPayload {
  readonly network: string
  readonly address: ChatAddress
  readonly text: string
  /** The subject, only for networks that have subjects. */
  readonly subject?: string
  readonly buttons?: readonly Button[]
  readonly replyToMessageId?: string
  /** A file on this machine. */
  readonly file?: OutboundPath
  /** The message whose text is replaced. If the network refuses that, another one is sent and this one removed. */
  readonly edits?: SentMessage
  /** The id of the part above. If that part is sent as a new message, so is this one. */
  readonly follows?: string
  /** Whether the message is kept, to be changed later by one that `settles` it. */
  readonly isKept?: boolean
  /** Like `edits`, for a kept message: the id of its item. Nothing is changed if that message was not sent. */
  readonly settles?: string
  /** Whether a refused edit is not worth a new message. */
  readonly isMinor?: boolean
  /** Whether it reports a message that could not be sent. No notice follows if this one cannot be sent either. */
  readonly isNotice?: boolean
  /** The key of a part of an answer. A process that died before it recorded that may have sent it with less text. */
  readonly shownAs?: string
  /** A message to remove instead of sending one. */
  readonly removes?: SentMessage
  /** The key of a message to remove. A process that died before it recorded that may have sent it. */
  readonly withdraws?: string
  readonly context?: InboundEvent['context']
  /** The id of the job result that the message shows. A thread below the message continues from it. */
  readonly resultId?: string
  /** The session that continues where the message is shown, with the next message there. */
  readonly handsOver?: SessionId
}

export interface OutboundPath {
  readonly kind: MediaKind
  readonly path: string
  readonly mediaType: string
}

/** Returns the payload as text, which the queue keeps unchanged. */
export function toPayload(payload: InboundPayload | RemovalPayload | OutboundPayload): JsonValue {
  return JSON.stringify(payload)
}

/** Returns `undefined` for a value that another version wrote. */
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
