/**
 * Sixteen frames per second: text grows smoothly at this rate, and each further frame costs CPU time. Keys are drawn
 * without waiting for it.
 */
export const frameMs = 62

/**
 * A request that is early by less than this is drawn at once, because a timer for the rest would wake the process an
 * additional time per frame.
 */
const slackMs = 8

/** Draws at once, and then at most once per frame. */
export interface FramePace {
  request(): void
  /** Stops drawing. */
  stop(): void
}

export function createFramePace(draw: () => void): FramePace {
  let drawnAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const drawNow = () => {
    timer = undefined
    drawnAt = performance.now()
    draw()
  }
  return {
    request() {
      if (timer || isStopped) return
      const waitMs = drawnAt + frameMs - performance.now()
      if (waitMs <= slackMs) drawNow()
      else timer = setTimeout(drawNow, waitMs)
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
