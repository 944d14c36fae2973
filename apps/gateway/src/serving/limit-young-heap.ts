import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/**
 * Sufficient size of each half of the space for new objects, in bytes. V8 doubles it from 1 MB, minus the overhead of its pages, so this stops at 8 MB.
 * Two or four times as much saves no measurable CPU time. Half of it costs a twentieth.
 */
const enough = 7 * 1024 * 1024

/**
 * Keeps V8 from enlarging the space for new objects unnecessarily. By default, V8 doubles that space under load up to 128 MB and keeps it. An idle process
 * releases the space, down to 1 MB, and may then take it again.
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

/** Returns the size of one half. `space_size` does not work: after a major collection, it counts one half only, because V8 releases the other one. */
function halfOfYoungHeap(): number {
  const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
  return space ? space.space_used_size + space.space_available_size : 0
}
