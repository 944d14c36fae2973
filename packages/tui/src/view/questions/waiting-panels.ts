import type { Component } from '@earendil-works/pi-tui'

export interface AskOptions {
  /** Withdraws the question. */
  readonly signal?: AbortSignal
  /** The session that asks. The question is shown while the session is. Default: in front of all sessions. */
  readonly sessionId?: string
  /** Whether questions of the session are shown before it, and Ctrl+C closes it. Default: false. */
  readonly givesWay?: boolean
}

export interface Waiting extends Pick<AskOptions, 'sessionId' | 'givesWay'> {
  readonly panel: Component
  cancel(): void
}

/** Panels that wait for an answer in place of the input. */
export class WaitingPanels {
  readonly #waiting: Waiting[] = []
  readonly #onChange: () => void

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  /** The panel in front of all sessions. */
  get overlay(): Waiting | undefined {
    return this.#waiting.find(({ sessionId }) => sessionId === undefined)
  }

  /** Returns the panel in place of the input of a session. */
  of(sessionId: string): Waiting | undefined {
    const own = this.#waiting.filter((waiting) => waiting.sessionId === sessionId)
    return this.overlay ?? own.find(({ givesWay }) => !givesWay) ?? own[0]
  }

  /** Shows a panel that calls `end` with its answer. `undefined`: it was closed, or the signal was aborted. */
  ask<Answer>(
    open: (end: (answer: Answer | undefined) => void) => Component,
    { signal, ...options }: AskOptions = {},
  ): Promise<Answer | undefined> {
    if (signal?.aborted) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const end = (value: Answer | undefined) => {
        signal?.removeEventListener('abort', cancel)
        const place = this.#waiting.findIndex(({ cancel: each }) => each === cancel)
        if (place !== -1) this.#waiting.splice(place, 1)
        this.#onChange()
        resolve(value)
      }
      const cancel = () => end(undefined)
      signal?.addEventListener('abort', cancel, { once: true })
      this.#waiting.push({ panel: open(end), cancel, ...options })
      this.#onChange()
    })
  }

  cancelAll(): void {
    for (const { cancel } of this.#waiting.splice(0)) cancel()
  }
}
