import { writeSync } from 'node:fs'

const stderr = 2

/**
 * Treats a process that has nothing left to wait for as failed, until the result is disposed: some work never ends, but Node.js would report
 * success.
 */
export function watchEarlyEnd(program: string): Disposable {
  const tell = () => {
    writeSync(stderr, `${program}: The work ended before it was done: something that it waits for can never answer.\n`)
  }
  process.exitCode = 1
  process.once('beforeExit', tell)
  return { [Symbol.dispose]: () => void process.off('beforeExit', tell) }
}
