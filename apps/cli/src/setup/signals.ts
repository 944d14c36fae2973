import { exitCode } from '../exit-code.js'

/** Signals that ask a program to stop, with their exit codes. */
const stopping = { SIGINT: exitCode.interrupted, SIGTERM: exitCode.terminated, SIGHUP: 129 } as const

export type StopSignal = keyof typeof stopping

/** How long a program may take to stop, in milliseconds. Service managers and containers kill it after 10 seconds. */
const limitMs = 8_000

/**
 * Calls back when the process is asked to stop. A second signal ends the process immediately. If it is still running 8 seconds after the first one,
 * it ends as well, even when the handlers have been removed.
 * @param signals Signals to handle. Default: all that ask a program to stop.
 * @returns a function that removes the handlers.
 */
export function onStopSignal(
  stop: (code: number, signal: StopSignal) => void,
  signals: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'],
): () => void {
  let isStopping = false
  const handlers = signals.map((signal) => {
    const code = stopping[signal]
    const handler = () => {
      if (isStopping) process.exit(code)
      isStopping = true
      setTimeout(() => process.exit(code), limitMs).unref()
      stop(code, signal)
    }
    process.on(signal, handler)
    return () => process.off(signal, handler)
  })
  return () => {
    for (const remove of handlers) remove()
  }
}
