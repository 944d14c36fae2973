import type { TransportEvent } from '../../contracts/model/transport.js'
import { createRepetitionDetector, type RepetitionDetector } from '../../recovery/repetition-detector.js'

/** The text of the running answer that has been emitted so far. */
export class ShownAnswer {
  readonly #text = new WatchedText()
  readonly #reasoning = new WatchedText()

  get text(): string {
    return this.#text.value
  }

  get reasoning(): string {
    return this.#reasoning.value
  }

  /** Whether the text or the reasoning repeats itself. */
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

/** The length below which texts are never checked for repetition, so that most answers need no detector. */
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
