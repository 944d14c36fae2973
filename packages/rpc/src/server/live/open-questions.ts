import type { ConversationEvent } from '@hermes/conversations'
import type { AgentEvent } from '@hermes/core'
import type { Question } from '@hermes/core/questions'

export interface QuestionReader {
  opened(question: Question): void
  settled(question: Question): void
}

/** The questions of a session that wait for an answer. */
export class OpenQuestions {
  readonly #open = new Map<string, Question>()
  readonly #readers = new Set<QuestionReader>()

  get(id: string): Question | undefined {
    return this.#open.get(id)
  }

  all(): readonly Question[] {
    return [...this.#open.values()]
  }

  see(event: ConversationEvent): void {
    if (event.type !== 'agent') return
    const inner = innermost(event.event)
    if (inner.type === 'question-open') {
      this.#open.set(inner.question.id, inner.question)
      for (const reader of this.#readers) reader.opened(inner.question)
    } else if (inner.type === 'question-settled') {
      this.#open.delete(inner.question.id)
      for (const reader of this.#readers) reader.settled(inner.question)
    }
  }

  /** Reports the questions that are open now, and later ones. @returns a function that stops it. */
  follow(reader: QuestionReader): () => void {
    this.#readers.add(reader)
    for (const question of this.all()) reader.opened(question)
    return () => void this.#readers.delete(reader)
  }
}

function innermost(event: AgentEvent): AgentEvent {
  return event.type === 'subagent-event' ? innermost(event.event) : event
}
