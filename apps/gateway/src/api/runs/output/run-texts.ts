import { type AgentEvent, textOf } from '@hermes/core'
import type { RunEnd } from '../record/run-record.js'

/** Collects the texts of an answer, one for each message of the model, in the order in which they were started. */
export class RunTexts {
  readonly #texts: string[] = []
  readonly #withdrawn: number[] = []
  #open: string | undefined

  add(event: AgentEvent): void {
    if (event.type === 'text-delta') this.#open = `${this.#open ?? ''}${event.text}`
    else if (event.type === 'restart') this.#end('')
    // A partial message is the text that was cut off.
    else if (event.type === 'message-end' && event.message.role === 'assistant' && !event.isPartial)
      this.#end(textOf(event.message.content))
  }

  /** @param answer The answer of the turn, which even a turn without new messages has. */
  all(answer: string): Pick<RunEnd, 'texts' | 'withdrawn' | 'cut'> {
    const isSilent = this.#texts.length === 0 && answer !== ''
    return {
      texts: isSilent ? [answer] : [...this.#texts],
      ...(!isSilent && this.#withdrawn.length > 0 && { withdrawn: [...this.#withdrawn] }),
      ...(!isSilent && this.#open !== undefined && { cut: this.#open }),
    }
  }

  /** Ends a text. Nothing is left of a text that was started and is empty at its end. */
  #end(text: string): void {
    if (text !== '') this.#texts.push(text)
    else if (this.#open !== undefined) this.#withdrawn.push(this.#texts.length + this.#withdrawn.length)
    this.#open = undefined
  }
}
