import type { InboundMessage } from '../platform/platform-inbound.js'

/** The hooks of the gateway: what happens on its chat networks. */
export interface GatewayHooks {
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
