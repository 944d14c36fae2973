/** How long a hook that timed out is not called, in milliseconds. */
export const hookRestMs = 60_000

/**
 * Prevents a hook that hung from being called for a while: each call would block its caller as long as the first one.
 */
export class HookRest {
  #untilMs = Number.NEGATIVE_INFINITY

  get isOver(): boolean {
    return performance.now() >= this.#untilMs
  }

  begin(): void {
    this.#untilMs = performance.now() + hookRestMs
  }
}
