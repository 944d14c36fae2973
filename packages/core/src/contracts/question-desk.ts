import type { AgentServices } from './agent.js'
import type {
  Approve,
  Clarify,
  NewQuestion,
  Question,
  QuestionAnswer,
  QuestionContext,
  QuestionQuery,
  QuestionTable,
} from './question.js'
import type { SessionId } from './session-id.js'

/**
 * Where tools put their questions to people. A question is stored, shown on every surface that can answer for its root
 * session, and answered by the first, in this process or another one. It never hangs: it has a deadline, and where nobody
 * can answer the default is taken at once.
 */
export interface QuestionDesk extends AsyncDisposable {
  /** For the approval gate. */
  readonly approve: Approve
  /** For the tool `clarify`. */
  readonly clarify: Clarify
  /**
   * Asks, and waits for the end of the question. Rejects with the signal's reason once that is aborted, after which the
   * question is withdrawn.
   */
  ask(inquiry: Inquiry, context: QuestionContext): Promise<Outcome>
  /**
   * Answers a question of this process or another one; the first answer wins.
   * @param by The surface that the answer comes from.
   * @throws {StoreError} `not-found`.
   * @throws {HermesError} `question/wrong-answer` when it is no answer to this question.
   */
  answer(id: string, answer: QuestionAnswer, by: string): Promise<AnswerReceipt>
  /** The questions that somebody waits for, in every process, oldest first. */
  open(query?: Omit<QuestionQuery, 'state'>): Promise<readonly Question[]>
  /** Whether any surface is attached, for whichever sessions. */
  readonly isAttended: boolean
  /** From now on questions may be answered there, open ones too. @returns detaches it. */
  attach(surface: QuestionSurface): () => void
}

/** What is to be asked. */
export interface Inquiry
  extends Pick<
    NewQuestion,
    | 'kind'
    | 'sessionId'
    | 'tool'
    | 'text'
    | 'workingDirectory'
    | 'reasons'
    | 'choices'
    | 'fingerprint'
    | 'defaultAnswer'
  > {
  readonly timeoutMs: number
}

export type Outcome =
  | { readonly status: 'answered'; readonly question: Question; readonly answer: QuestionAnswer }
  /** `question.answer` is the default, where there is one. */
  | { readonly status: Unanswered; readonly question: Question }

/** `withdrawn`: somebody else ended the question, or took its answer. */
export type Unanswered = 'nobody' | 'too-late' | 'withdrawn'

export interface AnswerReceipt {
  /** `false`: another answer was first, or nobody waits any more. `question` says which. */
  readonly accepted: boolean
  readonly question: Question
}

/** A place where people are: a terminal, a chat, an editor. */
export interface QuestionSurface {
  /** Stored with the answers: `cli`. */
  readonly name: string
  /** Whether the people there may answer for a run. Default: for every one. */
  answersFor?(rootSessionId: SessionId): boolean
  /**
   * Shows a question and resolves to the answer; `undefined`, or a failure, says that it cannot be answered here any more.
   * The signal is aborted when the question has ended elsewhere: its reason says how, in one sentence. A surface without
   * this member gets questions from the events of runs, and calls {@link QuestionDesk.answer}.
   */
  ask?(question: Question, options: { readonly signal: AbortSignal }): Promise<QuestionAnswer | undefined>
}

export interface QuestionDeskOptions {
  readonly table: QuestionTable
  /** How long an approval is waited for. Default 300,000 (5 minutes). */
  readonly approvalTimeoutMs?: number
  /** How long the answer to a clarification is waited for. Default 3,600,000 (1 hour). */
  readonly clarifyTimeoutMs?: number
  readonly services?: QuestionDeskServices
}

/** What tests replace to be deterministic. */
export interface QuestionDeskServices extends Pick<AgentServices, 'now' | 'randomHex' | 'logger'> {
  /** Calls back once, after a while. Default: `setTimeout`. @returns calls it off. */
  readonly startTimer?: StartTimer
}

export type StartTimer = (callback: () => void, delayMs: number) => () => void
