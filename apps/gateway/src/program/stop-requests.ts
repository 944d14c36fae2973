import type { Writable } from 'node:stream'

/** The exit codes of a program that a signal ended. */
const codes = { SIGINT: 130, SIGTERM: 143 } as const

export interface StopRequests extends Disposable {
  /** Resolves at the first SIGINT or SIGTERM. */
  readonly first: Promise<void>
}

/**
 * Listens for stop signals until it is disposed. The second one ends the process at once, without cleaning up, and so does the first
 * one after `limitMs`, disposed or not.
 */
export function listenForStop({
  limitMs,
  stderr,
}: {
  readonly limitMs: number
  readonly stderr: Writable
}): StopRequests {
  const { promise: first, resolve } = Promise.withResolvers<void>()
  let isStopping = false
  const removals = Object.entries(codes).map(([signal, code]) => {
    const onSignal = () => {
      if (isStopping) process.exit(code)
      isStopping = true
      setTimeout(() => {
        stderr.write(`hermes gateway: Not everything could be stopped within ${limitMs / 1000} s.\n`)
        process.exit(code)
      }, limitMs).unref()
      resolve()
    }
    process.on(signal, onSignal)
    return () => process.off(signal, onSignal)
  })
  return {
    first,
    [Symbol.dispose]() {
      for (const remove of removals) remove()
    },
  }
}
