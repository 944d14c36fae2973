import { setImmediate } from 'node:timers/promises'
import { suspendProcess } from '../chat/input/suspend-process.js'
import type { Io } from '../io.js'

/** Suspends the process, whose terminal the screen has left. Resolves when it is continued. */
export async function suspend({ stdin }: Pick<Io, 'stdin'>): Promise<void> {
  stdin.setRawMode?.(false)
  // What the screen has written at last is written out first.
  await setImmediate()
  await new Promise<void>((resolve) => suspendProcess(resolve))
}
