import type { Io } from '../../io.js'
import { type Key, readKeys } from './keys.js'

/** Takes a key, or resolves it to `false` to leave it to the handler below. */
export type KeyHandler = (key: Key) => boolean

/** A terminal in raw mode: its keys go to the newest handler first, and Ctrl+C is a key like any other. */
export interface Terminal extends Disposable {
  /** @returns removes the handler. */
  onKey(handler: KeyHandler): () => void
  onResize(handler: () => void): () => void
  /**
   * Stops the process and everything that was started along with it, as Ctrl+Z does in a cooked terminal. Calls back when it is
   * continued (`fg`), or soon when it cannot be stopped because no shell waits for it.
   */
  suspend(afterwards: () => void): void
}

/** How long a process that runs on after SIGTSTP is taken for one that can still be stopped. */
const stopWithinMs = 200

const bracketedPaste = { on: '\u001b[?2004h', off: '\u001b[?2004l' } as const

export function openTerminal({ stdin, stdout }: Pick<Io, 'stdin' | 'stdout'>): Terminal {
  const handlers: KeyHandler[] = []
  const enter = () => {
    stdin.setRawMode?.(true)
    stdin.resume()
    stdout.write(bracketedPaste.on)
  }
  const leave = () => {
    stdout.write(bracketedPaste.off)
    stdin.setRawMode?.(false)
    stdin.pause()
  }
  const stopReading = readKeys(stdin, (key) => {
    for (const handler of handlers.toReversed()) if (handler(key)) return
  })
  // Whatever ends the process must not leave the shell in raw mode.
  process.once('exit', leave)
  enter()
  return {
    onKey(handler) {
      handlers.push(handler)
      return () => {
        const index = handlers.lastIndexOf(handler)
        if (index >= 0) handlers.splice(index, 1)
      }
    },
    onResize(handler) {
      stdout.on('resize', handler)
      return () => stdout.off('resize', handler)
    },
    suspend(afterwards) {
      if (process.platform === 'win32') return
      leave()
      const resume = () => {
        clearTimeout(waiting)
        process.off('SIGCONT', resume)
        enter()
        afterwards()
      }
      process.on('SIGCONT', resume)
      // Keeps the event loop alive while stdin is paused, and ends the wait where the system ignores the signal: in a process
      // group without a shell.
      const waiting = setTimeout(resume, stopWithinMs)
      // The whole group, as the terminal would do it: the shell waits for a launcher that stands before this process, too.
      process.kill(0, 'SIGTSTP')
    },
    [Symbol.dispose]() {
      stopReading()
      process.off('exit', leave)
      leave()
    },
  }
}
