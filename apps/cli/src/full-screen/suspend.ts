import { setImmediate } from 'node:timers/promises'
import { suspendProcess } from '../chat/input/suspend-process.js'
import type { Io } from '../io.js'

/** Suspends the process after the screen has left the terminal. Resolves when it is continued. */
export async function suspend({ stdin }: Pick<Io, 'stdin'>): Promise<void> {
  stdin.setRawMode?.(false)
  // The last output of the screen is written first.
  await setImmediate()
  await new Promise<void>((resolve) => suspendProcess(resolve))
}
