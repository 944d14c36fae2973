import { InterruptError } from '@hermes/core'
import type { KeptInput } from './input-payload.js'
import type { InputClaim, Inputs } from './inputs.js'

/** The time between two checks. */
const checkMs = 5_000

export interface LaneWorkerOptions {
  readonly inputs: Inputs
  /** Handles an input. `stop` is aborted when the input must no longer start its turn. */
  readonly handle: (kept: KeptInput, claim: InputClaim, stop: AbortSignal) => Promise<void>
  /** Called every 5 seconds while it works. */
  readonly check: () => Promise<void>
}

/** Takes the inputs of a conversation from the queue while there are any. */
export class LaneWorker {
  readonly #options: LaneWorkerOptions
  #working: AbortController | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false

  constructor(options: LaneWorkerOptions) {
    this.#options = options
  }

  /** Starts the worker. `hasOld`: earlier inputs may be queued. */
  start({ hasOld }: { readonly hasOld: boolean }): void {
    if (this.#isClosed || (this.#working && !hasOld)) return
    this.#working ??= new AbortController()
    const { signal } = this.#working
    const { inputs, handle } = this.#options
    inputs.work((kept, claim) => handle(kept, claim, signal), { signal, hasOld })
    this.#schedule()
  }

  stop(reason: InterruptError): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#working?.abort(reason)
    this.#working = undefined
  }

  /** Stops permanently. */
  close(): void {
    this.#isClosed = true
    this.stop(new InterruptError('The process is stopping.'))
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => this.#check(), checkMs)
  }

  async #check(): Promise<void> {
    this.#timer = undefined
    await this.#options.check()
    if (this.#working) this.#schedule()
  }
}
