import type { InboundMessage, MemberChange, ReactionChange } from '../platform/platform-inbound.js'

/** The gateway's hooks: for its start, and for what happens on its chat networks. */
export interface GatewayHooks {
  /**
   * Called once in each gateway process when it starts to serve: its API answers, and its chat networks are connecting. Nothing waits for the hook.
   * Not called when the settings change.
   */
  readonly on_gateway_startup?: (event: GatewayStartupEvent) => Promise<void> | void
  /**
   * Called with each chat message before the gateway handles it and looks up who wrote it. This includes messages from strangers, and group
   * messages that do not address the agent. A skipped message counts as handled. Each hook gets the text as the previous hook left it, and
   * the first skip wins. A hook that throws, times out or returns anything but a verdict skips the message.
   *
   * Not called with `/stop`, `/deny` and `/link`, or with pressed buttons. If the gateway dies meanwhile, it calls the hook again after its restart.
   */
  readonly pre_gateway_dispatch?: (
    event: DispatchEvent,
  ) => Promise<DispatchVerdict | undefined> | DispatchVerdict | undefined
  /** Called when somebody reacts to a message or takes a reaction back, if the network reports it. Nothing waits for the hook. A network may report it twice. */
  readonly on_reaction?: (event: ReactionEvent) => Promise<void> | void
  /** Called when somebody joins or leaves a group, if the network reports it. Nothing waits for the hook. A network may report it twice. */
  readonly on_room_member_activity?: (event: RoomMemberEvent) => Promise<void> | void
}

export interface GatewayStartupEvent {
  /** The address of the API, without `/v1`. */
  readonly url: string
  /** The version of the gateway. */
  readonly version: string
  /** The profile's chat networks: `telegram`. A network may not be connected yet. */
  readonly networks: readonly string[]
}

export interface ReactionEvent {
  /** The chat network: `telegram`. */
  readonly source: string
  /** `sender` is anyone in the chat, including strangers. */
  readonly reaction: ReactionChange
}

export interface RoomMemberEvent {
  /** The chat network: `telegram`. */
  readonly source: string
  /** `sender` is the person who joined or left. */
  readonly member: MemberChange
}

export interface DispatchEvent {
  /** The chat network: `telegram`. */
  readonly source: string
  /** Frozen. Its sender and its chat stay as the network reports them. */
  readonly message: Omit<InboundMessage, 'context'>
}

export type DispatchVerdict =
  | { readonly action: 'allow' }
  /** The reason is for the log. */
  | { readonly action: 'skip'; readonly reason?: string }
  /** The text becomes a message from the same person to the agent. It is not a command, so it must not start with a slash, and it does not answer a question. */
  | { readonly action: 'rewrite'; readonly text: string }
