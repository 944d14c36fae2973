import type { StoredMessage } from '@hermes/core'
import type { AnswerReceipt, Question, QuestionAnswer } from '@hermes/core/questions'
import type { SkillHost } from './skills/skill-host.js'

/**
 * What a client may do: only read the `skills`, also `read` conversations, `send` messages to them, or `all`, which
 * includes answering questions of the agent.
 */
export type ClientScope = 'skills' | 'read' | 'send' | 'all'

/** The program whose conversations are served. */
export interface ConversationHost {
  readonly version: string
  /** The skills. Default: no skills are served. */
  readonly skills?: SkillHost
  /** Reports a problem to the owner, such as a skill that cannot be served. Default: nothing is reported. */
  warn?(sentence: string): void
  /** Returns the conversations, newest activity first, without archived ones. */
  list(limit: number): Promise<readonly ListedConversation[]>
  /**
   * Returns the newest messages as the model reads them, oldest first: messages before a compression are replaced by
   * its summary.
   * @throws {StoreError} `not-found`.
   */
  read(conversationId: string, limit: number): Promise<readonly StoredMessage[]>
  /** Searches the messages, best match first. */
  search(text: string, limit: number): Promise<readonly FoundMessage[]>
  /**
   * Submits a message. Resolves when its turn has ended, asks a question, or takes longer than `waitMs`. In the latter
   * cases, the turn continues.
   * @throws {StoreError} `not-found`.
   */
  send(message: MessageToSend): Promise<SentMessage>
  /**
   * Ends the running turn of a conversation that this program has open. Stored messages are kept.
   * @returns whether a turn was running.
   */
  interrupt(conversationId: string): Promise<boolean>
  /** Returns the open questions of all processes, oldest first. */
  questions(): Promise<readonly Question[]>
  /** Answers a question. @throws {StoreError} `not-found`. @throws {HermesError} `question/wrong-answer`. */
  answer(questionId: string, answer: QuestionAnswer): Promise<AnswerReceipt>
}

export interface ListedConversation {
  readonly id: string
  readonly title?: string
  /** The surface on which the conversation started. */
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
  /** The conversation. Default: a new one. */
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
  /** Why the turn failed. */
  readonly message?: string
}
