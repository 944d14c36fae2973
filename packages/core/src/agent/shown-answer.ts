import type { TransportEvent } from '../contracts/transport.js'
import { createRepetitionDetector } from '../recovery/repetition-detector.js'

/** What was shown so far of an answer under way. */
export class ShownAnswer {
  text = ''
  reasoning = ''
  #detector = createRepetitionDetector()
  #isDegenerate = false

  /** Whether the text goes round in circles. */
  get isDegenerate(): boolean {
    return this.#isDegenerate
  }

  add(event: TransportEvent): void {
    switch (event.type) {
      case 'text-delta':
        this.text += event.text
        this.#isDegenerate ||= this.#detector.add(event.text)
        break
      case 'reasoning-delta':
        this.reasoning += event.text
        break
      case 'restart':
        this.text = ''
        this.reasoning = ''
        this.#detector = createRepetitionDetector()
        this.#isDegenerate = false
    }
  }
}
