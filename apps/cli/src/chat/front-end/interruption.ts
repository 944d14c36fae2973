import { exitCode } from '../../exit-code.js'
import type { OutputStream } from '../../io.js'
import { createDoublePress } from '../input/double-press.js'

/** Two presses of Ctrl+C within this time exit the program, in milliseconds. */
export const leaveWithinMs = 2000

/** Work that Ctrl+C ends. */
export interface Interruptible {
  readonly isBusy: boolean
  interrupt(reason?: string): void
}

/** Behavior of Ctrl+C. */
export interface Interruption {
  /** Sets the work that Ctrl+C ends from now on. */
  serve(work: Interruptible): void
  /** Ends the current work. */
  interrupt(reason?: string): void
  /** Handles Ctrl+C during work. The second press within two seconds exits the process. */
  pressInterrupt(): void
}

export function createInterruption(stdout: OutputStream): Interruption {
  const secondPress = createDoublePress(leaveWithinMs)
  let work: Interruptible | undefined
  const interrupt = (reason?: string) => work?.interrupt(reason)
  return {
    serve(next) {
      work = next
    },
    interrupt,
    pressInterrupt() {
      interrupt()
      if (!secondPress.press()) return
      // Recorded data is safe, and waiting for a stuck turn would keep the user from leaving.
      stdout.write('\n')
      process.exit(exitCode.interrupted)
    },
  }
}
