import type { ChatAddress } from './chat-address.js'
import type { PlatformEvent } from './platform-inbound.js'
import type { PlatformLimits } from './platform-limits.js'
import type { CommandMenuEntry, OutboundMessage, OutboundText, SentMessage } from './platform-outbound.js'

/**
 * A chat network: receives people's messages and sends answers. Failures are `PlatformError`s. An aborted call rejects with its signal's
 * reason.
 *
 * Every implementation guarantees:
 * - It never yields its own messages or events of unknown types.
 * - A call that rejects with a kind other than `unknown-outcome` has had no effect on the network.
 * - Text from a model cannot mention everybody. If the network lets a link's text differ from its target, the link shows its real target.
 */
export interface PlatformAdapter extends AsyncDisposable {
  /** `telegram`, `slack`, `email`. */
  readonly id: string
  readonly limits: PlatformLimits
  /**
   * Identifies the credentials without revealing them, if only one process at a time can receive with them: `telegram:123456`. A gateway
   * waits until no other gateway receives with the same account. Default: any number of processes may receive.
   */
  readonly account?: string
  /**
   * Only the process that receives with `account` can send, because it has keys that no two processes may use. A gateway then calls `send`, `edit`,
   * `remove`, `react` and `showTyping` only while it receives; otherwise it leaves sending to the gateway that receives. Default false: any process can
   * send.
   */
  readonly sendsWhereConnected?: boolean
  /**
   * Connects and receives until `signal` is aborted, then ends. Yields the events that arrived together, oldest first.
   *
   * Events count as received once the consumer requests the next ones. Acknowledge them to the network only then, so that the network
   * delivers them again if the consumer dies. Throws `transient` for a lost connection: the caller calls again. Throws `auth` for refused
   * credentials.
   */
  receive(options: CallOptions): AsyncIterable<readonly PlatformEvent[]>
  /**
   * Sends one message. The text must be within {@link PlatformLimits.text}.
   * @param options.key Identical for each attempt to send this message. A network with `limits.isIdempotent` sends one message per key.
   */
  send(message: OutboundMessage, options: SendOptions): Promise<SentMessage>
  /** Replaces the text and buttons of a sent message. Repeating an edit has no further effect. Absent if the network cannot edit. */
  edit?(sent: SentMessage, text: OutboundText, options: CallOptions): Promise<void>
  /** Removes a sent message. Does not fail if the message no longer exists. */
  remove?(sent: SentMessage, options: CallOptions): Promise<void>
  /** Shows for a few seconds that the agent is writing an answer. */
  showTyping?(address: ChatAddress, options: CallOptions): Promise<void>
  /** Sets the agent's only reaction to a message: an emoji, or `undefined` for none. */
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
   * answers after they count as received. A request with an old timestamp, or without a valid signature, gets status 401 and has no effect.
   */
  handleWebhook?(request: Request): Promise<Response>
}

export interface CallOptions {
  readonly signal: AbortSignal
}

export interface SendOptions extends CallOptions {
  readonly key: string
}
