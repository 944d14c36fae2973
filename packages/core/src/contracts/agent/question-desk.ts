import type {
  Approve,
  Clarify,
  NewQuestion,
  Question,
  QuestionAnswer,
  QuestionContext,
  QuestionQuery,
  QuestionTable,
} from '../sessions/question.js'
import type { SessionId } from '../values/session-id.js'
import type { AgentServices } from './agent.js'

/**
 * Asks people on behalf of tools. The desk stores a question and shows it on every surface that may answer for its root session. The
 * first answer wins, from this process or another one. A question never hangs: it has a deadline, and if no surface can answer, the desk
 * takes the default immediately.
 */
export interface QuestionDesk extends AsyncDisposable {
  /** For the approval gate. */
  readonly approve: Approve
  /** For the tool `clarify`. */
  readonly clarify: Clarify
  /**
   * Asks a question and waits for its end. Once the signal is aborted, it rejects with the signal's reason, and the question is withdrawn.
   */
  ask(inquiry: Inquiry, context: QuestionContext): Promise<Outcome>
  /**
   * Answers a question of this process or another one. The first answer wins.
   * @param by The surface that the answer comes from.
   * @throws {StoreError} `not-found`.
   * @throws {HermesError} `question/wrong-answer` when it does not answer this question.
   */
  answer(id: string, answer: QuestionAnswer, by: string): Promise<AnswerReceipt>
  /** Returns the open questions of every process, oldest first. */
  open(query?: Omit<QuestionQuery, 'state'>): Promise<readonly Question[]>
  /** Whether any surface is attached, for any session. */
  readonly isAttended: boolean
  /** Lets a surface answer questions, including open ones. @returns a function that detaches it. */
  attach(surface: QuestionSurface): () => void
}

/** A question to ask. */
export interface Inquiry
  extends Pick<
    NewQuestion,
    | 'kind'
    | 'sessionId'
    | 'callId'
    | 'tool'
    | 'text'
    | 'workingDirectory'
    | 'reasons'
    | 'sessionScope'
    | 'choices'
    | 'fingerprint'
    | 'defaultAnswer'
  > {
  readonly timeoutMs: number
  /** Shown with the question in this process, but not stored. */
  readonly shown?: Pick<Question, 'diff'>
}

export type Outcome =
  | { readonly status: 'answered'; readonly question: Question; readonly answer: QuestionAnswer }
  /** `question.answer` is the default, if there is one. */
  | { readonly status: Unanswered; readonly question: Question }

/**
 * `unattended`: no surface could ask anyone. `too-late`: the answer did not come in time. `withdrawn`: the question was ended elsewhere, or
 * its answer was consumed elsewhere.
 */
export type Unanswered = 'unattended' | 'too-late' | 'withdrawn'

export interface AnswerReceipt {
  /** `false`: another answer came first, or no run is waiting any longer. `question` says which. */
  readonly accepted: boolean
  readonly question: Question
}

/** A place where people can answer: a terminal, a chat, an editor. */
export interface QuestionSurface {
  /** The surface's name, stored with its answers: `cli`. */
  readonly name: string
  /** Whether the people there may answer for a run. Default: for every run. */
  answersFor?(rootSessionId: SessionId): boolean
  /**
   * Shows a question and resolves to the answer. `undefined` or a rejection means that the surface can no longer answer it. When the
   * question has ended elsewhere, the desk aborts the signal with a one-sentence reason. A surface without this member reads
   * questions from the events of runs and calls {@link QuestionDesk.answer}.
   */
  ask?(question: Question, options: { readonly signal: AbortSignal }): Promise<QuestionAnswer | undefined>
}

export interface QuestionDeskOptions {
  readonly table: QuestionTable
  /** How long to wait for an approval. Default 300,000 (5 minutes). */
  readonly approvalTimeoutMs?: number
  /** How long to wait for a clarification. Default 3,600,000 (1 hour). */
  readonly clarifyTimeoutMs?: number
  readonly services?: QuestionDeskServices
}

/** Dependencies that tests replace for determinism. */
export interface QuestionDeskServices extends Pick<AgentServices, 'now' | 'randomHex' | 'logger'> {
  /** Calls back once after a delay. Default: `setTimeout`. @returns a function that cancels it. */
  readonly startTimer?: StartTimer
}

export type StartTimer = (callback: () => void, delayMs: number) => () => void
