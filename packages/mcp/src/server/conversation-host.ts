import type { StoredMessage } from '@hermes/core'
import type { AnswerReceipt, Question, QuestionAnswer } from '@hermes/core/questions'
import type { SkillHost } from './skills/skill-host.js'

/**
 * What a client may do: read the `skills` and nothing else, `read` conversations as well, `send` messages to them, or `all`: answer questions
 * of the agent, too.
 */
export type ClientScope = 'skills' | 'read' | 'send' | 'all'

/** The program whose conversations are served. */
export interface ConversationHost {
  readonly version: string
  /** Default: no skills are served. */
  readonly skills?: SkillHost
  /** A problem of the owner, such as a skill that cannot be served. Default: nothing. */
  warn?(sentence: string): void
  /** Newest activity first, without archived ones. */
  list(limit: number): Promise<readonly ListedConversation[]>
  /**
   * The newest messages as the model reads them, oldest first: those before a compression are replaced by its summary.
   * @throws {StoreError} `not-found`.
   */
  read(conversationId: string, limit: number): Promise<readonly StoredMessage[]>
  /** Best match first. */
  search(text: string, limit: number): Promise<readonly FoundMessage[]>
  /**
   * Submits a message, and resolves when its turn has ended, asks a question, or takes longer than `waitMs`. The turn then continues.
   * @throws {StoreError} `not-found`.
   */
  send(message: MessageToSend): Promise<SentMessage>
  /**
   * Ends the running turn of a conversation that this program has open. Stored messages are kept.
   * @returns whether one was running.
   */
  interrupt(conversationId: string): Promise<boolean>
  /** The open questions of all processes, oldest first. */
  questions(): Promise<readonly Question[]>
  /** @throws {StoreError} `not-found`. @throws {HermesError} `question/wrong-answer`. */
  answer(questionId: string, answer: QuestionAnswer): Promise<AnswerReceipt>
}

export interface ListedConversation {
  readonly id: string
  readonly title?: string
  /** The surface that it began on. */
  readonly source: string
  readonly workingDirectory?: string
  readonly lastActivityAtMs: number
}

export interface FoundMessage {
  readonly conversationId: string
  readonly messageId: number
  readonly role: string
  readonly timestampMs: number
  readonly snippet: string
}

export interface MessageToSend {
  /** Default: a new conversation. */
  readonly conversationId?: string
  readonly text: string
  readonly waitMs: number
  readonly signal: AbortSignal
}

export interface SentMessage {
  readonly conversationId: string
  /** `running`: the answer is not complete. `waiting`: `question` must be answered first. */
  readonly status: 'done' | 'running' | 'waiting' | 'queued' | 'failed'
  readonly reply?: string
  readonly question?: Question
  /** Why it failed. */
  readonly message?: string
}
