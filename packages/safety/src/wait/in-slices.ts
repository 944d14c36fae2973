/** Long work that may be interrupted wherever it yields, about every millisecond. */
export type Steps<Value> = Generator<undefined, Value, undefined>

/** Length of a slice in milliseconds. */
const slice = 10

/**
 * Does the work in slices of about 10 ms, between which other work of the process runs. Rejects with `signal.reason`
 * when the signal aborts between two slices.
 */
export async function inSlices<Value>(steps: Steps<Value>, signal?: AbortSignal): Promise<Value> {
  let until = performance.now() + slice
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    if (performance.now() < until) continue
    await nextRound()
    signal?.throwIfAborted()
    until = performance.now() + slice
  }
}

/** Lets other work of the process run. Browsers have no `setImmediate`. */
function nextRound(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve)
    else setTimeout(resolve, 0)
  })
}

/** Does the work without interruption. */
export function atOnce<Value>(steps: Steps<Value>): Value {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}
