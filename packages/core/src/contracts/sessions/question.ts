import type { JsonObject } from '../values/json.js'
import type { SessionId } from '../values/session-id.js'

/** A question to a person, as stored. Its text may come from a model: surfaces escape control and invisible characters. */
export interface Question extends NewQuestion {
  /** Approval: the changes that the call would make, as a unified diff. Only the process that asks knows it. */
  readonly diff?: string
  readonly state: QuestionState
  /** The answer, or the default if the question was not answered. */
  readonly answer?: QuestionAnswer
  /** The surface that the answer came from: `cli`. Present only on answered questions. */
  readonly answeredBy?: string
  readonly settledAtMs?: number
  /** When the run that asked consumed the answer. An answer is consumed once. */
  readonly takenAtMs?: number
}

/**
 * `expired`: the deadline passed, or no surface could ask; then the question expires immediately. `withdrawn`: the run that asked was
 * interrupted, or its process has ended.
 */
export type QuestionState = 'open' | 'answered' | 'expired' | 'withdrawn'

export interface NewQuestion {
  /** Short enough to type. */
  readonly id: string
  readonly kind: 'approval' | 'clarification'
  /** The session of the run that asks. */
  readonly sessionId: SessionId
  /**
   * The session of the outermost run. The surfaces of that session are asked. The `parentSessionId`s of the sessions in between
   * link it to `sessionId`.
   */
  readonly rootSessionId: SessionId
  /** Approval: the id of the call in its message. Clarification: the id of the call that asks, if it does nothing else. */
  readonly callId?: string
  /** Approval: the tool that would run. */
  readonly tool?: string
  /** Approval: exactly what would run, see {@link ApprovalRequest.subject}. Clarification: the question. */
  readonly text: string
  /** Approval: the folder that the call would run in, if any. */
  readonly workingDirectory?: string
  /** Approval: the reasons for asking, one sentence each. */
  readonly reasons: readonly string[]
  /** Approval: what the answer `session` covers, see {@link ApprovalRequest.sessionScope}. */
  readonly sessionScope?: string
  /** Approval: the decisions that have an effect. Clarification: suggested answers; free text is also accepted, and an empty list means free text only. */
  readonly choices: readonly string[]
  /** SHA-256, in hex, of everything the answer applies to: tool, arguments and folder, or text and choices. */
  readonly fingerprint: string
  readonly createdAtMs: number
  /** Answers after this time are rejected. */
  readonly deadlineMs: number
  /** The answer that the desk assumes after the deadline. Absent: the run continues without an answer. */
  readonly defaultAnswer?: QuestionAnswer
  /** Names the {@link QuestionDesk} that waits for the answer. */
  readonly askedBy: string
  /** The waiting desk extends this time while its process lives. Answers after this time are rejected. */
  readonly heldUntilMs: number
}

export type QuestionAnswer =
  | ApprovalDecision
  /** Answer to a clarification. An empty text leaves the decision to the agent. */
  | { readonly text: string }

/** How a question was settled. */
export type Settlement =
  | { readonly state: 'answered'; readonly answer: QuestionAnswer; readonly answeredBy: string; readonly atMs: number }
  | { readonly state: 'expired' | 'withdrawn'; readonly answer?: QuestionAnswer; readonly atMs: number }

/**
 * Stores questions. Every change is a compare-and-set: one of two concurrent changes wins, even if they come from different processes.
 * Deleting a session deletes the questions that it or its delegates asked. Failures are {@link StoreError}s.
 */
export interface QuestionTable {
  /** @throws {StoreError} `conflict` when the id is taken; `not-found` when there is no such session. */
  create(question: NewQuestion): Promise<Question>
  get(id: string): Promise<Question | undefined>
  /** Oldest first. */
  find(query?: QuestionQuery): Promise<readonly Question[]>
  /**
   * Settles an open question. An answer is accepted if `atMs` is before the deadline and the question is held at that time.
   * @returns the question as this call settled it; `undefined` if the call came too late and had no effect.
   */
  settle(id: string, settlement: Settlement): Promise<Question | undefined>
  /** Consumes the answer of an answered question for the run that asked. @returns `false` if the answer was consumed before. */
  take(id: string, atMs: number): Promise<boolean>
  /** Extends `heldUntilMs` of the open questions of a desk. */
  hold(askedBy: string, untilMs: number): Promise<void>
}

/** All given conditions must hold. */
export interface QuestionQuery {
  readonly state?: QuestionState
  readonly rootSessionId?: SessionId
  readonly sessionId?: SessionId
  readonly callId?: string
  readonly fingerprint?: string
  readonly askedBy?: string
}

/**
 * Asks the user of a session on behalf of a tool. Resolves to `undefined` if no surface can ask or no answer comes in time.
 * Never hangs.
 */
export type Clarify = (question: ClarifyQuestion, options: QuestionContext) => Promise<string | undefined>

export interface ClarifyQuestion {
  readonly sessionId: SessionId
  readonly text: string
  /** At most four. Empty for a free answer. */
  readonly choices: readonly string[]
  /** The id of the call that asks, if it does nothing else. */
  readonly callId?: string
}

/** Asks a person whether a flagged call may run. Denies the call if no surface can ask or no answer comes in time. */
export type Approve = (request: ApprovalRequest, options: QuestionContext) => Promise<ApprovalAnswer>

export interface QuestionContext {
  readonly signal: AbortSignal
  /** The run that asks, whose event stream shows the question. Absent: no events, and the session is its own root. */
  readonly run?: AskingRun
}

/** The part of a run that a question needs. */
export interface AskingRun {
  /** The session of the outermost run. The same as the run's own session unless the run is a child. */
  readonly rootSessionId: SessionId
  /** Adds an event to the run's own stream. */
  emit(event: QuestionEvent | { readonly type: 'notice'; readonly code: string; readonly text: string }): void
}

export type QuestionEvent =
  /** A person is being asked. The run waits for `question-settled`, at most until the question's deadline. */
  | { readonly type: 'question-open'; readonly question: Question }
  | { readonly type: 'question-settled'; readonly question: Question }

export interface ApprovalRequest {
  readonly sessionId: SessionId
  readonly tool: string
  /** The arguments of the call. The answer applies to these only. */
  readonly args?: JsonObject
  /** Exactly what would run: the whole command, or the arguments as JSON. */
  readonly subject: string
  /** The folder that the call would run in, if any. */
  readonly workingDirectory?: string
  /** The reasons for asking, one sentence each. */
  readonly reasons: readonly string[]
  /** A phrase that says what the answer `session` covers. Absent: calls that are flagged for the same reasons. */
  readonly sessionScope?: string
  /** Whether only `once` has an effect: the gate asks about the next call again, so surfaces do not offer `session`. */
  readonly isAskedEachTime?: boolean
  readonly callId?: string
  /** The changes that the call would make, as a unified diff. */
  readonly diff?: string
}

/** What a person may answer to an approval. */
export type ApprovalDecision =
  /**
   * `session`: allows calls that are flagged for the same reasons until the session ends. `always`: the same, and the surface has stored it
   * as a rule for other sessions.
   */
  { readonly decision: 'once' | 'session' | 'always' } | { readonly decision: 'deny'; readonly reason?: string }

/** A person's decision, or a denial because nobody answered, with the reason in `unanswered`. */
export type ApprovalAnswer =
  | ApprovalDecision
  | { readonly decision: 'deny'; readonly unanswered: 'unattended' | 'too-late' | 'withdrawn' }
