import type { JsonObject } from '../values/json.js'
import type { ChatAddress } from './chat-address.js'
import type { MediaKind } from './platform-inbound.js'

export interface OutboundText {
  /** Markdown; the adapter converts it to the network's own markup. */
  readonly text: string
  /** Below the text. Networks without buttons ignore them. */
  readonly buttons?: readonly Button[]
  /** More text follows through `edit`. Default: the text is complete. */
  readonly isPartial?: boolean
}

export interface OutboundMessage extends ChatAddress, OutboundText {
  readonly replyToMessageId?: string
  /** A separate title. Only for networks with `limits.hasSubjects`. */
  readonly subject?: string
  /** `text` is its caption. */
  readonly file?: OutboundFile
  /** The context of the event that the message answers. */
  readonly context?: JsonObject
}

export interface SentMessage extends ChatAddress {
  readonly messageId: string
}

export interface Button {
  readonly label: string
  /** Arrives with `ButtonPress` when a person presses the button. */
  readonly value: string
}

export interface OutboundFile {
  readonly kind: MediaKind
  readonly name: string
  readonly mediaType: string
  readonly content: Uint8Array
}

/** A command in the native menu of a network. */
export interface CommandMenuEntry {
  /** Without the slash. */
  readonly name: string
  readonly description: string
}
