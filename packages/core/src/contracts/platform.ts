/** A chat network: receives people's messages and sends answers. */
export interface PlatformAdapter extends AsyncDisposable {
  /** `telegram`, `slack`, `email`. */
  readonly id: string
  /** Ends when `signal` is aborted. A message counts as received once the next one is requested: acknowledge it then. */
  receive(options: { readonly signal: AbortSignal }): AsyncIterable<InboundMessage>
  /** Splits text that is too long for the network. */
  send(message: OutboundMessage): Promise<SentMessage>
  /** Replaces the text of a sent message. Absent if the network cannot edit. */
  edit?(sent: SentMessage, text: string): Promise<void>
}

/** An address on a chat network. */
export interface ChatAddress {
  readonly chatId: string
  readonly threadId?: string
}

export interface InboundMessage extends ChatAddress {
  /** The network's id of the message: a redelivery has the same id. */
  readonly messageId: string
  /** The sender's immutable id, never a display name. */
  readonly userId: string
  readonly chatType: 'direct' | 'group' | 'channel'
  readonly text: string
  readonly attachments: readonly Attachment[]
  readonly sentAtMs: number
}

export interface OutboundMessage extends ChatAddress {
  /** Markdown; the adapter converts it to the network's own markup. */
  readonly text: string
  readonly replyToMessageId?: string
  readonly attachments?: readonly Attachment[]
}

export interface SentMessage extends ChatAddress {
  readonly messageId: string
}

export interface Attachment {
  readonly name: string
  readonly mediaType: string
  read(): Promise<Uint8Array>
}
