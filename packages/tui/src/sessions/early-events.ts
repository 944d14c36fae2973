import type { RpcEvent } from '@hermes/rpc/schemas'

/** Events that arrive while a session is being opened. Its id is not known before the answer. */
export class EarlyEvents {
  readonly #see: (event: RpcEvent) => void
  #held: RpcEvent[] | undefined

  /** @param see Called with each event, in order. */
  constructor(see: (event: RpcEvent) => void) {
    this.#see = see
  }

  /** Holds events until {@link release}. */
  hold(): void {
    this.#held ??= []
  }

  receive(event: RpcEvent): void {
    if (this.#held) this.#held.push(event)
    else this.#see(event)
  }

  release(): void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const event of held) this.#see(event)
  }
}
