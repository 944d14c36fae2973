import { type Logger, silentLogger } from '@hermes/core'
import { readStrayError } from '@hermes/runtime/stray-error'

export interface StrayErrors extends Disposable {
  /** Resolves at the first uncaught exception. The state of the process is then unknown, and it must end. */
  readonly failed: Promise<'failed'>
  /** Sets where stacks are logged from now on. */
  logTo(logger: Logger): void
}

/**
 * Watches for errors outside of every call that the gateway waits for, mostly from a plugin or an adapter, until it is disposed. A rejection leaves the
 * process intact, so it is reported and the gateway continues: one careless adapter must not take down all networks.
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
