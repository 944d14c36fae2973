import { toQuestionObject } from '../../questions/question-object.js'
import type { RunEvent } from '../events/run-event-schema.js'
import type { RunRecord } from '../record/run-record.js'
import type { RunServices } from '../start/start-run.js'

/** Tracks the questions of a running turn. Only one turn of a session runs at a time, so the open questions are its own. */
export class StoredQuestions {
  readonly #sessionId: RunRecord['sessionId']
  readonly #services: Pick<RunServices, 'questions' | 'store'>
  readonly #open = new Set<string>()

  constructor({ sessionId }: Pick<RunRecord, 'sessionId'>, services: Pick<RunServices, 'questions' | 'store'>) {
    this.#sessionId = sessionId
    this.#services = services
  }

  /** Returns the events since the last call. */
  async news(): Promise<readonly RunEvent[]> {
    const { questions, store } = this.#services
    const open = await questions.open({ rootSessionId: this.#sessionId })
    const events: RunEvent[] = []
    for (const id of this.#open) {
      if (open.some((question) => question.id === id)) continue
      this.#open.delete(id)
      const settled = await store.questions?.get(id)
      if (settled) events.push({ type: 'question.settled', question: toQuestionObject(settled) })
    }
    for (const question of open) {
      if (this.#open.has(question.id)) continue
      this.#open.add(question.id)
      events.push({ type: 'question.opened', question: toQuestionObject(question) })
    }
    return events
  }
}
