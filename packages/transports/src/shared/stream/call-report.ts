import { promptTokens, type StreamOptions, type TransportEvent, type Usage } from '@hermes/core'
import type { AnswerReader } from './answer-body.js'

/** Reports what a call has used when its reader does not get the whole answer. */
export class CallReport {
  readonly #answer: AnswerReader
  readonly #onUnfinished: StreamOptions['onUnfinished']
  #received = ''
  #isSent = false
  #isOver = false

  constructor(answer: AnswerReader, { onUnfinished }: StreamOptions) {
    this.#answer = answer
    this.#onUnfinished = onUnfinished
  }

  /** Records that the provider has the request. */
  sent(): void {
    this.#isSent = true
  }

  received(events: readonly TransportEvent[]): void {
    for (const event of events) this.#received += textOf(event)
  }

  /** Records that the reader gets the answer, with its usage. */
  finished(): void {
    this.#isOver = true
  }

  /**
   * Reports the usage of a call whose reader gets no answer. A failure before the first part of the answer may be a
   * rejection, which is free. A provider that was still working when the reader stopped had read the request.
   */
  unfinished(isStopped: boolean): void {
    if (this.#isOver) return
    this.#isOver = true
    const usage = this.#answer.usage()
    const isWhole = isCounted(usage) && this.#answer.isComplete()
    const isBegun = isCounted(usage) || this.#received !== '' || (isStopped && this.#isSent)
    if (isBegun) this.#onUnfinished?.({ usage, ...(!isWhole && { received: this.#received }) })
  }
}

function textOf(event: TransportEvent): string {
  switch (event.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return event.text
    case 'tool-call-delta':
      return event.argumentsText
    default:
      return ''
  }
}

function isCounted(usage: Usage): boolean {
  return promptTokens(usage) + usage.outputTokens > 0
}
