import { english } from '@hermes/safety/language'
import type { FrontEnd } from './front-end.js'

/** Watches for requests to stop. Disposing it removes the handlers. */
export interface StopWatch extends Disposable {
  /** Aborted when the process is asked to stop or the terminal is closed. */
  readonly signal: AbortSignal
  /** Returns the exit code of the first request, if there was one. */
  code(): number | undefined
}

/** Ends the turn and then the chat on a signal or when the terminal is closed. */
export function watchForStop({ interrupt, onStop }: Pick<FrontEnd, 'interrupt' | 'onStop'>): StopWatch {
  const controller = new AbortController()
  let stopCode: number | undefined
  const remove = onStop((code) => {
    stopCode ??= code
    interrupt(english`The program was asked to stop.`)
    controller.abort()
  })
  return { signal: controller.signal, code: () => stopCode, [Symbol.dispose]: remove }
}
