import type { Inquiry, Outcome } from '../contracts/agent/question-desk.js'
import { StoreError } from '../contracts/errors/errors.js'
import type { Question, QuestionTable } from '../contracts/sessions/question.js'
import type { SessionId } from '../contracts/values/session-id.js'

/**
 * How long a new question is held, see {@link NewQuestion.heldUntilMs}. If its process dies, the question lapses after this
 * time.
 */
export const holdMs = 15_000

/** The length of an id. Six hex digits are easy to type, and only few questions are open at a time. */
const idDigits = 6
const mostAttempts = 10

export interface QuestionLedgerOptions {
  readonly table: QuestionTable
  readonly deskId: string
  readonly now: () => number
  readonly randomHex: (digits: number) => string
}

/** The operations of one desk on the table. */
export interface QuestionLedger {
  create(inquiry: Inquiry, rootSessionId: SessionId): Promise<Question>
  /** Returns a question. @throws {StoreError} `not-found`. */
  get(id: string): Promise<Question>
  /** Consumes the answer of a settled question, if it has one that was not consumed. */
  take(question: Question): Promise<Outcome>
  /**
   * Consumes an unused answer to an identical question of the same session whose process died before it could read the answer. The
   * question's deadline must not have passed.
   */
  takeLeft(inquiry: Inquiry): Promise<Outcome | undefined>
  /** Ends questions that dead processes left open. */
  withdrawAbandoned(): Promise<void>
}

export function createQuestionLedger({ table, deskId, now, randomHex }: QuestionLedgerOptions): QuestionLedger {
  const take = async (question: Question): Promise<Outcome> => {
    const { state, answer, deadlineMs, settledAtMs = deadlineMs } = question
    if (state === 'expired') return { status: settledAtMs < deadlineMs ? 'unattended' : 'too-late', question }
    const isTaken = state === 'answered' && (await table.take(question.id, now()))
    return isTaken && answer ? { status: 'answered', question, answer } : { status: 'withdrawn', question }
  }

  return {
    take,
    async create({ timeoutMs, shown: _, ...inquiry }, rootSessionId) {
      for (let attempt = 1; ; attempt++) {
        const createdAtMs = now()
        const times = { createdAtMs, deadlineMs: createdAtMs + timeoutMs, heldUntilMs: createdAtMs + holdMs }
        try {
          return await table.create({ ...inquiry, ...times, id: randomHex(idDigits), rootSessionId, askedBy: deskId })
        } catch (error) {
          const isTaken = StoreError.is(error) && error.kind === 'conflict'
          if (!isTaken || attempt === mostAttempts) throw error
        }
      }
    },
    async get(id) {
      const question = await table.get(id)
      if (question) return question
      throw new StoreError('not-found', `There is no question ${id}: list the open ones.`)
    },
    async takeLeft({ sessionId, fingerprint }) {
      for (const question of await table.find({ state: 'answered', sessionId, fingerprint })) {
        if (question.askedBy === deskId || question.takenAtMs !== undefined || question.deadlineMs <= now()) continue
        const outcome = await take(question)
        if (outcome.status === 'answered') return outcome
      }
      return undefined
    },
    async withdrawAbandoned() {
      const atMs = now()
      for (const { id, askedBy, heldUntilMs } of await table.find({ state: 'open' })) {
        if (askedBy !== deskId && heldUntilMs <= atMs) await table.settle(id, { state: 'withdrawn', atMs })
      }
    },
  }
}
