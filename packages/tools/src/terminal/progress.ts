/** Throttles progress updates. The latest state always appears after a short delay. */
export interface Progress {
  changed(): void
  stop(): void
}

const intervalMs = 250

/** Calls `show` immediately for the first change, then at most once per interval. */
export function createProgress(show: () => void): Progress {
  let timer: NodeJS.Timeout | undefined
  let isPending = false
  const tick = () => {
    timer = isPending ? setTimeout(tick, intervalMs) : undefined
    if (isPending) show()
    isPending = false
  }
  return {
    changed() {
      isPending = true
      if (!timer) tick()
    },
    stop() {
      clearTimeout(timer)
    },
  }
}
