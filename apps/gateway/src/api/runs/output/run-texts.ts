import { type AgentEvent, textOf } from '@hermes/core'
import type { RunEnd } from '../record/run-record.js'

/** Collects the texts of an answer, one for each message of the model, in the order in which they were begun. */
export class RunTexts {
  readonly #texts: string[] = []
  readonly #withdrawn: number[] = []
  #open: string | undefined

  add(event: AgentEvent): void {
    if (event.type === 'text-delta') this.#open = `${this.#open ?? ''}${event.text}`
    else if (event.type === 'restart') this.#end('')
    // A part that was kept is the text that is cut.
    else if (event.type === 'message-end' && event.message.role === 'assistant' && !event.isPartial)
      this.#end(textOf(event.message.content))
  }

  /** @param answer The answer of the turn, which a turn without messages of its own has, too. */
  all(answer: string): Pick<RunEnd, 'texts' | 'withdrawn' | 'cut'> {
    const isSilent = this.#texts.length === 0 && answer !== ''
    return {
      texts: isSilent ? [answer] : [...this.#texts],
      ...(!isSilent && this.#withdrawn.length > 0 && { withdrawn: [...this.#withdrawn] }),
      ...(!isSilent && this.#open !== undefined && { cut: this.#open }),
    }
  }

  /** Nothing is left of a text that was begun and ends empty. */
  #end(text: string): void {
    if (text !== '') this.#texts.push(text)
    else if (this.#open !== undefined) this.#withdrawn.push(this.#texts.length + this.#withdrawn.length)
    this.#open = undefined
  }
}
