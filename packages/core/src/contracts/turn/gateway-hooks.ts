import type { InboundMessage, MemberChange, ReactionChange } from '../platform/platform-inbound.js'

/** The hooks of the gateway: its start, and what happens on its chat networks. */
export interface GatewayHooks {
  /**
   * Called once in each process of the gateway, when it serves: its API answers, and its chat networks are being connected. Nothing waits for it.
   * Not called with a change of the settings.
   */
  readonly on_gateway_startup?: (event: GatewayStartupEvent) => Promise<void> | void
  /**
   * Called with each message of a chat before it is served, and before the gateway looks up who has written it: also with those of strangers, and
   * with those of groups that do not address the agent. A message that is skipped is done. Each hook gets the text as the one before has left it;
   * the first skip wins. A hook that throws, times out or returns anything but a verdict skips the message.
   *
   * Not called with `/stop`, `/deny` and `/link`, nor with pressed buttons. A gateway that dies meanwhile asks again when it is back.
   */
  readonly pre_gateway_dispatch?: (
    event: DispatchEvent,
  ) => Promise<DispatchVerdict | undefined> | DispatchVerdict | undefined
  /** Called when somebody reacts to a message, or takes a reaction back, where the network tells of it. Nothing waits for it. A network may tell twice. */
  readonly on_reaction?: (event: ReactionEvent) => Promise<void> | void
  /** Called when somebody joins or leaves a group, where the network tells of it. Nothing waits for it. A network may tell twice. */
  readonly on_room_member_activity?: (event: RoomMemberEvent) => Promise<void> | void
}

export interface GatewayStartupEvent {
  /** The address of the API, without `/v1`. */
  readonly url: string
  /** The version of the gateway. */
  readonly version: string
  /** The chat networks of the profile: `telegram`. One may still be without a connection. */
  readonly networks: readonly string[]
}

export interface ReactionEvent {
  /** The chat network: `telegram`. */
  readonly source: string
  /** `sender` is anyone in the chat, also a stranger. */
  readonly reaction: ReactionChange
}

export interface RoomMemberEvent {
  /** The chat network: `telegram`. */
  readonly source: string
  /** `sender` is who joined or left. */
  readonly member: MemberChange
}

export interface DispatchEvent {
  /** The chat network: `telegram`. */
  readonly source: string
  /** Frozen. Who has written it and where stays as the network says. */
  readonly message: Omit<InboundMessage, 'context'>
}

export type DispatchVerdict =
  | { readonly action: 'allow' }
  /** The reason is for the log. */
  | { readonly action: 'skip'; readonly reason?: string }
  /** The text is a message of the same person to the agent: no command, so it must not start with a slash, and no answer to a question. */
  | { readonly action: 'rewrite'; readonly text: string }
