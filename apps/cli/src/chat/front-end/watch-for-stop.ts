import { english } from '@hermes/safety/language'
import type { FrontEnd } from './front-end.js'

/** Disposing it removes the handlers. */
export interface StopWatch extends Disposable {
  /** Aborted when the process was asked to stop, or the terminal is gone. */
  readonly signal: AbortSignal
  /** The exit code of the first request, if there was one. */
  code(): number | undefined
}

/** A signal, or a closed terminal, ends the turn and then the chat. */
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
