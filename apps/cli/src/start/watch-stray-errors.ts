import { writeSync } from 'node:fs'
import { readStrayError } from '@hermes/runtime/stray-error'

const stderr = 2

/**
 * Ends the process with one sentence when something throws outside every call that Hermes awaits, such as a timer of a plugin. If a program in
 * this process listens itself, as the gateway does, it decides instead.
 */
export function watchStrayErrors(program: string): void {
  for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(event, (reason: unknown) => {
      if (process.listenerCount(event) > 1) return
      const { sentence, stack, isForeign } = readStrayError(reason, [new URL('..', import.meta.url).href])
      // The stack only helps those who can change the code. For an error of a plugin, the sentence already shows its author the place.
      writeSync(stderr, `${program}: ${sentence}\n${isForeign ? '' : `${stack}\n`}`)
      process.exit(1)
    })
  }
}
