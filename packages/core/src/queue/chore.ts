/** Does `work` when it is asked to, but not again before `intervalMs` have passed. */
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
