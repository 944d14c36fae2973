import { setTimeout } from 'node:timers/promises'

/** The first and the longest pause between two attempts. */
const firstPauseMs = 250
const longestPauseMs = 5_000

/** Makes attempts with growing pauses until one succeeds. Resolves to `undefined` when the signal is aborted first. */
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

/** Ignored, because the loop checks the aborted signal. */
function ignoreAborted(): void {
  return
}
