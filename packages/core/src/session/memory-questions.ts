import { StoreError } from '../contracts/errors/errors.js'
import type { Question, QuestionQuery, QuestionTable, Settlement } from '../contracts/sessions/question.js'
import type { SessionId } from '../contracts/values/session-id.js'
import { deepFreeze } from '../json/deep-freeze.js'

export interface MemoryQuestions extends QuestionTable {
  /** Drops the questions of a session and its delegates. */
  forget(sessionId: SessionId): void
}

/**
 * Creates questions within one process.
 * @param hasSession Whether a session may ask. Default: any session may.
 */
export function createMemoryQuestions(hasSession: (id: SessionId) => boolean = () => true): MemoryQuestions {
  const questions = new Map<string, Question>()
  const change = (question: Question, changes: Partial<Question>) => {
    const changed = deepFreeze({ ...question, ...structuredClone(changes) })
    questions.set(question.id, changed)
    return changed
  }
  const existing = (id: string) => {
    const question = questions.get(id)
    if (!question) throw new StoreError('not-found', `There is no question "${id}".`)
    return question
  }
  return {
    async create(given) {
      if (questions.has(given.id)) throw new StoreError('conflict', `There is already a question "${given.id}".`)
      const unknown = [given.sessionId, given.rootSessionId].find((id) => !hasSession(id))
      if (unknown !== undefined) throw new StoreError('not-found', `There is no session "${unknown}".`)
      return change({ ...structuredClone(given), state: 'open' }, {})
    },
    async get(id) {
      return questions.get(id)
    },
    async find(query = {}) {
      return [...questions.values()]
        .filter((question) => matches(question, query))
        .sort((a, b) => a.createdAtMs - b.createdAtMs)
    },
    async settle(id, settlement) {
      const question = existing(id)
      if (question.state !== 'open' || isTooLate(question, settlement)) return undefined
      const { atMs, ...changes } = settlement
      return change(question, { ...changes, settledAtMs: atMs })
    },
    async take(id, atMs) {
      const question = existing(id)
      if (question.state !== 'answered' || question.takenAtMs !== undefined) return false
      change(question, { takenAtMs: atMs })
      return true
    },
    async hold(askedBy, heldUntilMs) {
      for (const question of questions.values()) {
        if (question.askedBy === askedBy && question.state === 'open') change(question, { heldUntilMs })
      }
    },
    forget(sessionId) {
      for (const { id, ...question } of questions.values()) {
        if (question.sessionId === sessionId || question.rootSessionId === sessionId) questions.delete(id)
      }
    },
  }
}

function isTooLate({ deadlineMs, heldUntilMs }: Question, { state, atMs }: Settlement): boolean {
  return state === 'answered' && atMs >= Math.min(deadlineMs, heldUntilMs)
}

const conditions = ['state', 'rootSessionId', 'sessionId', 'callId', 'fingerprint', 'askedBy'] as const

function matches(question: Question, query: QuestionQuery): boolean {
  return conditions.every((name) => query[name] === undefined || question[name] === query[name])
}
