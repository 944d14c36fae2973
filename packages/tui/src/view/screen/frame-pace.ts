/** Sixteen frames a second: text grows smoothly at this rate, and each further frame costs CPU time. Keys do not wait for it. */
export const frameMs = 62

/** A request that is early by less is drawn at once: a timer for the rest would wake the process once more for each frame. */
const slackMs = 8

/** Draws at once, and then at most once per frame. */
export interface FramePace {
  request(): void
  /** Nothing is drawn afterwards. */
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
