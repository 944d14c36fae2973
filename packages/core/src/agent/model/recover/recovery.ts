import type { ModelRequest } from '../../../contracts/model/model-request.js'
import type { Reply } from '../collect-reply.js'

/** A finished model call, as the rules see it. */
export interface Attempt {
  readonly reply: Reply
  /** The original request, before any retry changed it. */
  readonly request: ModelRequest
  /** Text of earlier replies that belongs to the answer. */
  readonly kept: string
  /** `kept` joined with the text of this reply. */
  readonly text: string
  /** The context window in tokens. */
  readonly contextWindow: number
  /** The model's longest possible answer in tokens, if known. */
  readonly outputLimit: number | undefined
  /** Returns how often a rule has retried for this answer. */
  timesOf(code: Recovery['code']): number
}

/** How to retry. */
export interface Recovery {
  /** Identifies the rule in notices. Stable. */
  readonly code: string
  /** The notice for people. */
  readonly notice: string
  readonly request: ModelRequest
  /**
   * Whether to discard everything shown so far, including earlier parts of the answer: the retry starts from the original
   * request.
   */
  readonly isVoid?: boolean
  /** The reply to use if the provider rejects the new request. */
  readonly orElse?: Reply
  /** Text that the next reply continues. */
  readonly kept: string
  /** Joins `kept` and the next reply. */
  readonly join: (kept: string, next: string) => string
}

/** Inspects a reply. Returns how to retry, or `undefined` to accept it. Throws when a retry cannot help. */
export type RecoveryRule = (attempt: Attempt) => Recovery | undefined
