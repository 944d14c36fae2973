import type { JudgedCall } from './judged-call.js'

/**
 * Decides about a flagged call instead of a person. When it rejects or takes too long, a person is asked. Calls that
 * are refused anyway are not passed to it.
 */
export type Judge = (call: JudgedCall, options: JudgeOptions) => Promise<Judgment>

export interface JudgeOptions {
  readonly signal: AbortSignal
  /** The session whose usage includes the model call. */
  readonly sessionId: string
}

export interface Judgment {
  /** `escalate`: a person has to decide. */
  readonly verdict: 'approve' | 'deny' | 'escalate'
  /** One short line for people and for the calling model. Written by a model. */
  readonly reason: string
}
