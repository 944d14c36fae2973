import type { TransportEvent } from '../contracts/transport.js'
import { createRepetitionDetector } from '../recovery/repetition-detector.js'

/** What was shown so far of an answer under way. */
export class ShownAnswer {
  text = ''
  reasoning = ''
  /** Whether what the model says or thinks goes round in circles. */
  isDegenerate = false
  #inText = createRepetitionDetector()
  #inReasoning = createRepetitionDetector()

  add(event: TransportEvent): void {
    switch (event.type) {
      case 'text-delta':
        this.text += event.text
        this.isDegenerate ||= this.#inText.add(event.text)
        break
      case 'reasoning-delta':
        this.reasoning += event.text
        this.isDegenerate ||= this.#inReasoning.add(event.text)
        break
      case 'restart':
        this.text = ''
        this.reasoning = ''
        this.isDegenerate = false
        this.#inText = createRepetitionDetector()
        this.#inReasoning = createRepetitionDetector()
    }
  }
}
