import { setTimeout } from 'node:timers/promises'

/** Between two attempts: the first pause, and the longest. */
const firstPauseMs = 250
const longestPauseMs = 5_000

/** Attempts with growing pauses until one succeeds; `undefined` when the signal is aborted before that. */
export async function attemptUntil<Result>(
  attempt: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result | undefined> {
  for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await attempt()
    } catch {
      // The server is not back yet.
      await setTimeout(pauseMs, undefined, { signal }).catch(ignoreAborted)
    }
  }
  return undefined
}

/** The loop sees the aborted signal. */
function ignoreAborted(): void {
  return
}
