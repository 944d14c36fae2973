import { StoreError } from '../contracts/errors.js'
import type { Question, QuestionTable } from '../contracts/question.js'
import type { Inquiry, Outcome } from '../contracts/question-desk.js'
import type { SessionId } from '../contracts/session-id.js'

/** How long a new question is held, see {@link NewQuestion.heldUntilMs}: once its process is dead, it lapses after this. */
export const holdMs = 15_000

/** Six hex digits are typed easily, and never many questions are open. */
const idDigits = 6
const mostAttempts = 10

export interface QuestionLedgerOptions {
  readonly table: QuestionTable
  readonly deskId: string
  readonly now: () => number
  readonly randomHex: (digits: number) => string
}

/** What one desk does with the table. */
export interface QuestionLedger {
  create(inquiry: Inquiry, rootSessionId: SessionId): Promise<Question>
  /** @throws {StoreError} `not-found`. */
  get(id: string): Promise<Question>
  /** Takes the answer of a question that has ended, if it has one that is not taken. */
  take(question: Question): Promise<Outcome>
  /**
   * Takes an answer that was given to this very question just when the process that asked died: a person has decided on
   * exactly this, for this session, nobody has used it, and the question's time is not up.
   */
  takeLeft(inquiry: Inquiry): Promise<Outcome | undefined>
  /** Ends what dead processes left open. */
  withdrawAbandoned(): Promise<void>
}

export function createQuestionLedger({ table, deskId, now, randomHex }: QuestionLedgerOptions): QuestionLedger {
  const take = async (question: Question): Promise<Outcome> => {
    const { state, answer, deadlineMs, settledAtMs = deadlineMs } = question
    if (state === 'expired') return { status: settledAtMs < deadlineMs ? 'nobody' : 'too-late', question }
    const isTaken = state === 'answered' && (await table.take(question.id, now()))
    return isTaken && answer ? { status: 'answered', question, answer } : { status: 'withdrawn', question }
  }

  return {
    take,
    async create({ timeoutMs, ...inquiry }, rootSessionId) {
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
      throw new StoreError('not-found', `There is no question ${id}: see which ones are open.`)
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
