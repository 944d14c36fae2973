import type { TransportEvent } from '../../contracts/transport.js'
import { createRepetitionDetector, type RepetitionDetector } from '../../recovery/repetition-detector.js'

/** What was shown so far of an answer under way. */
export class ShownAnswer {
  readonly #text = new WatchedText()
  readonly #reasoning = new WatchedText()

  get text(): string {
    return this.#text.value
  }

  get reasoning(): string {
    return this.#reasoning.value
  }

  /** Whether what the model says or thinks goes round in circles. */
  get isDegenerate(): boolean {
    return this.#text.isDegenerate || this.#reasoning.isDegenerate
  }

  add(event: TransportEvent): void {
    if (event.type === 'text-delta') this.#text.add(event.text)
    else if (event.type === 'reasoning-delta') this.#reasoning.add(event.text)
    else if (event.type === 'restart') {
      this.#text.clear()
      this.#reasoning.clear()
    }
  }
}

/** No text that is shorter than this is degenerate: most answers never need a detector. */
const leastWatched = 4_000

class WatchedText {
  value = ''
  isDegenerate = false
  #detector: RepetitionDetector | undefined

  add(text: string): void {
    this.value += text
    if (this.isDegenerate || this.value.length < leastWatched) return
    const unseen = this.#detector ? text : this.value
    this.#detector ??= createRepetitionDetector()
    this.isDegenerate = this.#detector.add(unseen)
  }

  clear(): void {
    this.value = ''
    this.isDegenerate = false
    this.#detector = undefined
  }
}
