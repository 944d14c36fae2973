import { writeSync } from 'node:fs'
import { readStrayError } from '@hermes/runtime/stray-error'

const stderr = 2

/**
 * Ends the process with one sentence when something throws outside of every call that Hermes waits for, such as a timer of a plugin. A
 * program in this process that listens itself, as the gateway does, decides instead.
 */
export function watchStrayErrors(program: string): void {
  for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(event, (reason: unknown) => {
      if (process.listenerCount(event) > 1) return
      const { sentence, stack, isForeign } = readStrayError(reason, [new URL('..', import.meta.url).href])
      // The stack helps only those who can change the code: of a plugin, its author sees the place.
      writeSync(stderr, `${program}: ${sentence}\n${isForeign ? '' : `${stack}\n`}`)
      process.exit(1)
    })
  }
}
