import { InterruptError } from '@hermes/core'

/** Runs work that Ctrl+C aborts without ending the program. */
export async function interruptible<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const ending = new AbortController()
  const end = () => ending.abort(new InterruptError('The attempt was ended.'))
  process.on('SIGINT', end)
  try {
    return await work(ending.signal)
  } finally {
    process.off('SIGINT', end)
  }
}
