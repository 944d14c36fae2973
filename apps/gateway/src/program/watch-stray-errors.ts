import { type Logger, silentLogger } from '@hermes/core'
import { readStrayError } from '@hermes/runtime/stray-error'

export interface StrayErrors extends Disposable {
  /** Resolves at the first exception that nothing caught: the state of the process is unknown, and it must end. */
  readonly failed: Promise<'failed'>
  /** Where the stacks go from now on. */
  logTo(logger: Logger): void
}

/**
 * What throws outside of every call that the gateway waits for, until it is disposed: mostly a plugin or an adapter. A rejection leaves the process
 * as it was, so it is told and the gateway goes on: one careless adapter must not take all networks down.
 */
export function watchStrayErrors(say: (line: string) => void): StrayErrors {
  const { promise: failed, resolve } = Promise.withResolvers<'failed'>()
  let log = silentLogger
  const tell = (reason: unknown, consequence: string) => {
    const { sentence, stack } = readStrayError(reason, [new URL('..', import.meta.url).href])
    say(`${sentence} ${consequence}`)
    log.log('error', sentence, { stack })
  }
  const onRejection = (reason: unknown) => tell(reason, 'The gateway goes on.')
  const onException = (error: unknown) => {
    tell(error, 'The gateway stops.')
    resolve('failed')
  }
  process.on('unhandledRejection', onRejection)
  process.on('uncaughtException', onException)
  return {
    failed,
    logTo: (logger) => {
      log = logger
    },
    [Symbol.dispose]() {
      process.off('unhandledRejection', onRejection)
      process.off('uncaughtException', onException)
    },
  }
}
