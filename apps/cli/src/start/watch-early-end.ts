import { writeSync } from 'node:fs'

const stderr = 2

/**
 * Until it is disposed, a process that has nothing left to wait for has failed: something that was begun never ends, and Node.js would report
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
