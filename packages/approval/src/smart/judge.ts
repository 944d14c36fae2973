import type { JudgedCall } from './judged-call.js'

/**
 * Decides about a flagged call in the place of a person. It may reject or take long: then a person is asked. It never sees
 * what is refused anyway.
 */
export type Judge = (call: JudgedCall, options: JudgeOptions) => Promise<Judgement>

export interface JudgeOptions {
  readonly signal: AbortSignal
  /** The session that the model call is counted for. */
  readonly sessionId: string
}

export interface Judgement {
  /** `escalate`: a person has to decide. */
  readonly verdict: 'approve' | 'deny' | 'escalate'
  /** One short line for people and for the model whose call it was. A model wrote it. */
  readonly reason: string
}
