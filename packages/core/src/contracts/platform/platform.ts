import type { ChatAddress } from './chat-address.js'
import type { PlatformEvent } from './platform-inbound.js'
import type { PlatformLimits } from './platform-limits.js'
import type { CommandMenuEntry, OutboundMessage, OutboundText, SentMessage } from './platform-outbound.js'

/**
 * A chat network: receives people's messages and sends answers. Failures are `PlatformError`s; an aborted call rejects with the reason of
 * its signal.
 *
 * Every implementation guarantees:
 * - Its own messages are never received, and neither are events of unknown types.
 * - A call that was rejected with a kind other than `unknown-outcome` had no effect on the network.
 * - Text of a model cannot mention everybody, and a link shows its real target where the network lets the two differ.
 */
export interface PlatformAdapter extends AsyncDisposable {
  /** `telegram`, `slack`, `email`. */
  readonly id: string
  readonly limits: PlatformLimits
  /**
   * Identifies its credentials without revealing them, if only one process at a time can receive with them: `telegram:123456`. A gateway
   * waits until no other one receives with the same account. Default: any number may receive.
   */
  readonly account?: string
  /**
   * Only the process that receives with `account` can send: it has keys that no two processes may use. A gateway then calls `send`, `edit`, `remove`,
   * `react` and `showTyping` only while it receives, and leaves what is to be sent to the gateway that does. Default false: any process can send.
   */
  readonly sendsWhereConnected?: boolean
  /**
   * Connects and receives until `signal` is aborted, then ends. Yields the events that arrived together, oldest first. They count as received
   * once the next ones are requested: acknowledge them to the network then, so that events whose consumer died are delivered again. A lost
   * connection throws `transient`: the caller calls again. Throws `auth` for refused credentials.
   */
  receive(options: CallOptions): AsyncIterable<readonly PlatformEvent[]>
  /**
   * Sends one message. The text must be within {@link PlatformLimits.text}.
   * @param options.key The same for each attempt to send this message. A network with `limits.isIdempotent` sends one message per key.
   */
  send(message: OutboundMessage, options: SendOptions): Promise<SentMessage>
  /** Replaces text and buttons of a sent message. Repeating an edit has no further effect. Absent if the network cannot edit. */
  edit?(sent: SentMessage, text: OutboundText, options: CallOptions): Promise<void>
  /** Removes a sent message. No error if it is gone already. */
  remove?(sent: SentMessage, options: CallOptions): Promise<void>
  /** Shows for a few seconds that an answer is being written. */
  showTyping?(address: ChatAddress, options: CallOptions): Promise<void>
  /** Sets the only reaction of the agent to a message: an emoji, or `undefined` for none. */
  react?(message: SentMessage, emoji: string | undefined, options: CallOptions): Promise<void>
  /** Replaces the native menu of commands. */
  setCommands?(commands: readonly CommandMenuEntry[], options: CallOptions): Promise<void>
  /**
   * Reads the content of an attachment.
   * @throws {PlatformError} `too-long` when it is larger than `limits.media.maxInBytes`, `gone` when the network no longer has it.
   */
  readAttachment?(id: string, options: CallOptions): Promise<Uint8Array>
  /** Checks the credentials. @returns how people address the agent: `@hermes_bot`. */
  check?(options: CallOptions): Promise<string>
  /**
   * For networks that call the gateway. Verifies the signature over the raw body, passes the events to {@link PlatformAdapter.receive}, and
   * answers after they count as received. Requests with an old timestamp, or without a valid signature, get status 401 and no effect.
   */
  handleWebhook?(request: Request): Promise<Response>
}

export interface CallOptions {
  readonly signal: AbortSignal
}

export interface SendOptions extends CallOptions {
  readonly key: string
}
