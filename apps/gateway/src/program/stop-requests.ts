import { restartCode } from './gateway-arguments.js'

/** The exit codes of a program that was ended by a signal. */
const codes = { SIGINT: 130, SIGTERM: 143 } as const

export type StopRequest = 'stop' | 'restart'

export interface StopRequests extends Disposable {
  /** Resolves at the first signal, to `restart` for SIGHUP if `canRestart` is set. */
  readonly first: Promise<StopRequest>
  /** Limits a stop that no signal requested to `limitMs`, from now on. After that, the process exits with this code. */
  limit(code: number): void
}

/**
 * Listens for stop signals until it is disposed: SIGINT and SIGTERM, and with `canRestart` SIGHUP. The second signal ends the process at once, without
 * cleanup. `limitMs` after the first one, the process ends too, even if this is disposed.
 */
export function listenForStop({
  limitMs,
  canRestart,
  say,
}: {
  readonly limitMs: number
  readonly canRestart: boolean
  readonly say: (line: string) => void
}): StopRequests {
  const { promise: first, resolve } = Promise.withResolvers<StopRequest>()
  let isStopping = false
  const limit = (code: number) => {
    setTimeout(() => {
      say(`Not everything could be stopped within ${limitMs / 1000} s.`)
      process.exit(code)
    }, limitMs).unref()
  }
  const removals = Object.entries({ ...codes, ...(canRestart && { SIGHUP: restartCode }) }).map(([signal, code]) => {
    const onSignal = () => {
      if (isStopping) process.exit(code)
      isStopping = true
      limit(code)
      resolve(code === restartCode ? 'restart' : 'stop')
    }
    process.on(signal, onSignal)
    return () => process.off(signal, onSignal)
  })
  return {
    first,
    limit,
    [Symbol.dispose]() {
      for (const remove of removals) remove()
    },
  }
}
