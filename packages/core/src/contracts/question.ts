import type { JsonObject } from './json.js'
import type { SessionId } from './session-id.js'

/** A question to a person, as it is stored. Its text may be a model's: surfaces show controls and odd characters escaped. */
export interface Question extends NewQuestion {
  readonly state: QuestionState
  /** What came of it: the answer, or the default where nobody gave one. */
  readonly answer?: QuestionAnswer
  /** The surface that the answer came from: `cli`. Present for an answered question only. */
  readonly answeredBy?: string
  readonly settledAtMs?: number
  /** When the run that asked took the answer. An answer is taken once. */
  readonly takenAtMs?: number
}

/**
 * `expired`: the deadline passed, which is at once where nobody could be asked. `withdrawn`: the run that asked was
 * interrupted, or its process is gone.
 */
export type QuestionState = 'open' | 'answered' | 'expired' | 'withdrawn'

export interface NewQuestion {
  /** Short enough to type. */
  readonly id: string
  readonly kind: 'approval' | 'clarification'
  /** The session of the run that asks. */
  readonly sessionId: SessionId
  /**
   * The session of the run that a user or a surface started: whoever talks to that one is asked. What lies between the two
   * is the parents of the sessions.
   */
  readonly rootSessionId: SessionId
  /** An approval: the tool that would run. */
  readonly tool?: string
  /** An approval: exactly what would run, see {@link ApprovalRequest.subject}. A clarification: what is asked. */
  readonly text: string
  /** An approval: the folder that it would run in, where there is one. */
  readonly workingDirectory?: string
  /** An approval: why it is asked, one sentence each. */
  readonly reasons: readonly string[]
  /** What can be answered. Anything may be, where it is empty, and to a clarification that has choices, too. */
  readonly choices: readonly string[]
  /** SHA-256, in hex, of all that the answer is about: tool, arguments and folder, or text and choices. */
  readonly fingerprint: string
  readonly createdAtMs: number
  /** From this moment on no answer counts. */
  readonly deadlineMs: number
  /** What counts when nobody answers in time. Absent: the run goes on without an answer. */
  readonly defaultAnswer?: QuestionAnswer
  /** Names the {@link QuestionDesk} that waits for the answer. */
  readonly askedBy: string
  /** The desk puts this off while it lives. Once it has passed, nobody waits any more, and no answer counts. */
  readonly heldUntilMs: number
}

export type QuestionAnswer =
  | ApprovalDecision
  /** To a clarification. An empty text leaves it to the agent. */
  | { readonly text: string }

/** How a question came to its end. */
export type Settlement =
  | { readonly state: 'answered'; readonly answer: QuestionAnswer; readonly answeredBy: string; readonly atMs: number }
  | { readonly state: 'expired' | 'withdrawn'; readonly answer?: QuestionAnswer; readonly atMs: number }

/**
 * Keeps questions. Every change is a compare-and-set: of two that come at the same time, from whichever processes, one
 * counts. Deleting a session deletes the questions that it or its delegates asked. Failures are {@link StoreError}s.
 */
export interface QuestionTable {
  /** @throws {StoreError} `conflict` when the id is taken; `not-found` when there is no such session. */
  create(question: NewQuestion): Promise<Question>
  get(id: string): Promise<Question | undefined>
  /** Oldest first. */
  find(query?: QuestionQuery): Promise<readonly Question[]>
  /**
   * Ends an open question. An answer counts before the deadline and while the question is held, at `atMs`.
   * @returns the question as this call settled it; `undefined`, and nothing is changed, when it came too late.
   */
  settle(id: string, settlement: Settlement): Promise<Question | undefined>
  /** Takes the answer of an answered question, for the one run that it was given to. @returns `false` when it is taken. */
  take(id: string, atMs: number): Promise<boolean>
  /** Puts off when the open questions of a desk lapse. */
  hold(askedBy: string, untilMs: number): Promise<void>
}

/** All given conditions must hold. */
export interface QuestionQuery {
  readonly state?: QuestionState
  readonly rootSessionId?: SessionId
  readonly sessionId?: SessionId
  readonly fingerprint?: string
  readonly askedBy?: string
}

/**
 * Puts a question of a tool to the user of its session. Resolves `undefined` when there is nobody to ask or nobody
 * answered in time; it never hangs.
 */
export type Clarify = (question: ClarifyQuestion, options: QuestionContext) => Promise<string | undefined>

export interface ClarifyQuestion {
  readonly sessionId: SessionId
  readonly text: string
  /** At most four; empty for a free answer. */
  readonly choices: readonly string[]
}

/** Asks a person whether a flagged call may run. Nobody to ask, no answer in time: deny. */
export type Approve = (request: ApprovalRequest, options: QuestionContext) => Promise<ApprovalAnswer>

export interface QuestionContext {
  readonly signal: AbortSignal
  /** The run that asks: its stream shows the question. Absent: nobody is shown anything, and the session is its own root. */
  readonly run?: AskingRun
}

/** What a question has to know of its run. */
export interface AskingRun {
  /** The session of the run that a user or a surface started; the run's own unless it is a child. */
  readonly rootSessionId: SessionId
  /** Shows an event in the run's own stream. */
  emit(event: QuestionEvent | { readonly type: 'notice'; readonly code: string; readonly text: string }): void
}

export type QuestionEvent =
  /** A person is asked. The run waits until `question-settled`, and for no longer than the question's deadline. */
  | { readonly type: 'question-open'; readonly question: Question }
  | { readonly type: 'question-settled'; readonly question: Question }

export interface ApprovalRequest {
  readonly sessionId: SessionId
  readonly tool: string
  /** What the tool is run with. The answer is bound to it. */
  readonly args?: JsonObject
  /** Exactly what will run: the whole command, or the arguments as JSON. */
  readonly subject: string
  /** The folder that it runs in, where there is one. */
  readonly workingDirectory?: string
  /** Why it is asked, one sentence each. */
  readonly reasons: readonly string[]
}

/** What a person may say to an approval. */
export type ApprovalDecision =
  /** `session`: calls flagged for the same reasons pass until the session ends. */
  { readonly decision: 'once' | 'session' } | { readonly decision: 'deny'; readonly reason?: string }

/** A person's decision, or a denial that no person gave: `unanswered` says why. */
export type ApprovalAnswer =
  | ApprovalDecision
  | { readonly decision: 'deny'; readonly unanswered: 'nobody' | 'too-late' | 'withdrawn' }
