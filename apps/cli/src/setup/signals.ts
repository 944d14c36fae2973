import { exitCode } from '../exit-code.js'

/** The signals that ask a program to stop, with their exit codes. */
const stopping = { SIGINT: exitCode.interrupted, SIGTERM: exitCode.terminated, SIGHUP: 129 } as const

export type StopSignal = keyof typeof stopping

/** How long a program may take to stop: service managers and containers kill after 10 seconds. */
const limitMs = 8_000

/**
 * Calls back when the process is asked to stop. A second signal ends it immediately, and so does the first one if it is still running
 * after 8 seconds, even when the handlers are removed.
 * @param signals Default: all that ask a program to stop.
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
