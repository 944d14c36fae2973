import type { ModelRequest } from '../../../contracts/transport.js'
import type { Reply } from '../collect-reply.js'

/** A model call that was answered, as the rules see it. */
export interface Attempt {
  readonly reply: Reply
  /** The request as it was first sent. */
  readonly request: ModelRequest
  /** Text of earlier replies that belongs to the answer. */
  readonly kept: string
  /** That text with the reply's own. */
  readonly text: string
  /** In tokens. */
  readonly contextWindow: number
  /** The longest answer that the model can give, in tokens, where it is known. */
  readonly outputLimit: number | undefined
  /** How often a rule has asked again for this answer. */
  timesOf(code: Recovery['code']): number
}

/** How the model is asked again. */
export interface Recovery {
  /** Names the rule in notices. Stable. */
  readonly code: string
  /** For people. */
  readonly notice: string
  readonly request: ModelRequest
  /** What was shown so far is void, earlier parts of the answer too: the request is sent as at first. */
  readonly isVoid?: boolean
  /** What counts where the provider refuses the new request. */
  readonly orElse?: Reply
  /** Text that the next reply goes on from. */
  readonly kept: string
  /** Puts `kept` and the next reply together. */
  readonly join: (kept: string, next: string) => string
}

/** Looks at a reply: says how the model is asked again, or lets it pass. May throw where nothing more can be done. */
export type RecoveryRule = (attempt: Attempt) => Recovery | undefined
