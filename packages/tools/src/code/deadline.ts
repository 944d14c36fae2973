/** A timeout that can be paused. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal
  /** Pauses the timeout. Calls nest: the time continues after as many calls of `resume`. */
  pause(): void
  resume(): void
}

export function createDeadline(limitMs: number): Deadline {
  const controller = new AbortController()
  let left = limitMs
  let startedAt = performance.now()
  let pauses = 0
  let timer: NodeJS.Timeout | undefined
  const start = () => {
    startedAt = performance.now()
    timer = setTimeout(() => controller.abort(), left)
  }
  start()
  return {
    signal: controller.signal,
    pause() {
      pauses += 1
      if (pauses > 1) return
      clearTimeout(timer)
      left = Math.max(0, left - (performance.now() - startedAt))
    },
    resume() {
      pauses -= 1
      if (pauses === 0) start()
    },
    [Symbol.dispose]: () => {
      pauses = Number.POSITIVE_INFINITY
      clearTimeout(timer)
    },
  }
}
