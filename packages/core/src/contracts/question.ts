import type { SessionId } from './session-id.js'

/**
 * Puts a question of a tool to the user of its session. Resolves `undefined` when there is nobody to ask or nobody
 * answered in time; it never hangs.
 */
export type Clarify = (
  question: ClarifyQuestion,
  options: { readonly signal: AbortSignal },
) => Promise<string | undefined>

export interface ClarifyQuestion {
  readonly sessionId: SessionId
  readonly text: string
  /** At most four; empty for a free answer. */
  readonly choices: readonly string[]
}

/** Asks a person whether a flagged call may run. Nobody to ask, no answer in time: deny. */
export type Approve = (request: ApprovalRequest, options: { readonly signal: AbortSignal }) => Promise<ApprovalAnswer>

export interface ApprovalRequest {
  readonly sessionId: SessionId
  readonly tool: string
  /** Exactly what will run: the whole command, or the arguments as JSON. */
  readonly subject: string
  /** The folder that it runs in, where there is one. */
  readonly workingDirectory?: string
  /** Why it is asked, one sentence each. */
  readonly reasons: readonly string[]
}

export type ApprovalAnswer =
  /** `session`: calls flagged for the same reasons pass until the session ends. */
  { readonly decision: 'once' | 'session' } | { readonly decision: 'deny'; readonly reason?: string }
