/** Runs `work` on request, at most once per `intervalMs`. */
export function createChore(
  intervalMs: number,
  monotonic: () => number,
  work: () => Promise<void>,
): () => Promise<void> {
  let dueAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (monotonic() < dueAt) return
    await work()
    dueAt = monotonic() + intervalMs
  }
}
