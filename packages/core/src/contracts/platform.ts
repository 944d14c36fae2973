/** A chat network: where messages of people come from and answers go to. */
export interface PlatformAdapter extends AsyncDisposable {
  /** `telegram`, `slack`, `email`. */
  readonly id: string
  /** Ends when `signal` is aborted. A message counts as taken once the next one is asked for: acknowledge it then. */
  receive(options: { readonly signal: AbortSignal }): AsyncIterable<InboundMessage>
  /** Splits what is too long for the network. */
  send(message: OutboundMessage): Promise<SentMessage>
  /** Replaces the text of a sent message; absent where the network cannot. */
  edit?(sent: SentMessage, text: string): Promise<void>
}

/** An address on a chat network. */
export interface ChatAddress {
  readonly chatId: string
  readonly threadId?: string
}

export interface InboundMessage extends ChatAddress {
  /** The network's own id: a redelivery carries the same. */
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
