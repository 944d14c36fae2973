import { type AgentEvent, textOf } from '@hermes/core'

/** Collects the texts of an answer, one for each message of the model. */
export class RunTexts {
  readonly #texts: string[] = []

  add(event: AgentEvent): void {
    if (event.type !== 'message-end' || event.message.role !== 'assistant') return
    const text = textOf(event.message.content)
    if (text) this.#texts.push(text)
  }

  /** @param answer The answer of the turn, which a turn without messages of its own has, too. */
  all(answer: string): readonly string[] {
    return this.#texts.length > 0 || answer === '' ? this.#texts : [answer]
  }
}
