/** Tells of something that changes often, a few times a second at most; the newest is never left untold for long. */
export interface Progress {
  changed(): void
  stop(): void
}

const intervalMs = 250

/** `show` is called at once for the first change, then at most once per interval. */
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
