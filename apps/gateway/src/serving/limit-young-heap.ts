import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/**
 * Of each half of the space for new objects, in bytes. V8 doubles it from 1 MB, less what its pages keep for themselves, so this stops at 8 MB.
 * Twice or four times as much saves no CPU time that could be measured; half of it costs a twentieth.
 */
const enough = 7 * 1024 * 1024

/**
 * Keeps V8 from enlarging the space for new objects without need: by itself, it doubles that space under load up to 128 MB and keeps it.
 * An idle process gives the space back, down to 1 MB, and may take it again.
 */
export function limitYoungHeap(): void {
  let mayGrow = true
  const observer = new PerformanceObserver(() => {
    const isLarge = halfOfYoungHeap() >= enough
    if (isLarge !== mayGrow) return
    mayGrow = !isLarge
    setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`)
  })
  observer.observe({ entryTypes: ['gc'] })
}

/** `space_size` would not do: after a major collection, it holds one half only, because V8 gives the memory of the other back until it is needed. */
function halfOfYoungHeap(): number {
  const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
  return space ? space.space_used_size + space.space_available_size : 0
}
