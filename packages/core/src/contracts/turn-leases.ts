import type { SessionId } from './session-id.js'

/**
 * Keeps processes apart that work on one conversation. Within one agent its turns wait for each other anyway; this is for
 * the terminal beside the gateway, and for several gateways on one store.
 */
export interface TurnLeases {
  /**
   * Waits until nobody else works on the conversation, and keeps others out until it is disposed. One whose holder has died
   * is taken over.
   * @throws the reason of `signal`, when it is aborted before that.
   */
  acquire(conversation: SessionId, options: LeaseOptions): Promise<AsyncDisposable>
}

export interface LeaseOptions {
  readonly signal: AbortSignal
  /** Called once, when somebody else has it, with words for who that is: `process 4711 on this machine`. */
  readonly onWait?: (holder: string) => void
}
