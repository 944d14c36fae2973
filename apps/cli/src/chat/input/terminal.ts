import type { Io } from '../../io.js'
import { type Background, parseBackground } from '../../theme/background.js'
import { type Key, readKeys } from './keys.js'
import { suspendProcess } from './suspend-process.js'

/** Handles a key. Returns `false` to pass it to the handler below. */
export type KeyHandler = (key: Key) => boolean

/** A terminal in raw mode. The newest handler receives keys first. Ctrl+C is an ordinary key. */
export interface Terminal extends Disposable {
  /** @returns a function that removes the handler. */
  onKey(handler: KeyHandler): () => void
  onResize(handler: () => void): () => void
  /** Suspends the process group; see {@link suspendProcess}. */
  suspend(afterwards: () => void): void
  /**
   * Asks the terminal for its background. Resolves when it answers, or after 200 ms; `tell` is also called with a later answer. Keys pressed
   * in the meantime are handled as keys.
   */
  askBackground(tell: (background: Background) => void): Promise<void>
  /** Hands the terminal over to another program. @returns a function that takes it back. */
  release(): () => void
}

/** How long after a suspension the input may still be what was typed during it, in milliseconds. */
const cookedMs = 50

/** How long a terminal may take to answer, in milliseconds. */
const answerMs = 200

/** Asks for the background, then for the attributes that every terminal reports: a terminal that ignores the first query answers the second at once. */
const backgroundQuestion = '\u001b]11;?\u001b\\\u001b[c'

const bracketedPaste = { on: '\u001b[?2004h', off: '\u001b[?2004l' } as const

export function openTerminal({ stdin, stdout }: Pick<Io, 'stdin' | 'stdout'>): Terminal {
  const handlers: KeyHandler[] = []
  let isCookedUntil = Number.NEGATIVE_INFINITY
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
  const reports = new Set<(text: string) => void>()
  const stopReading = readKeys(
    stdin,
    (given) => {
      const key = performance.now() < isCookedUntil ? asTypedRaw(given) : given
      for (const handler of handlers.toReversed()) if (handler(key)) return
    },
    (report) => {
      for (const take of reports) take(report)
    },
  )
  // However the process ends, the shell must not be left in raw mode.
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
    askBackground: (tell) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, answerMs)
        const take = (report: string) => {
          const background = parseBackground(report)
          if (background === undefined && !report.startsWith('\u001b[?')) return
          clearTimeout(timer)
          reports.delete(take)
          if (background !== undefined) tell(background)
          resolve()
        }
        reports.add(take)
        stdout.write(backgroundQuestion)
      }),
    suspend(afterwards) {
      if (process.platform === 'win32') return
      leave()
      suspendProcess(() => {
        enter()
        isCookedUntil = performance.now() + cookedMs
        afterwards()
      })
    },
    release() {
      leave()
      return enter
    },
    [Symbol.dispose]() {
      stopReading()
      process.off('exit', leave)
      leave()
    },
  }
}

/** Outside raw mode, the terminal turns the carriage return of Enter into a line feed, which is Ctrl+J. */
function asTypedRaw(key: Key): Key {
  return key.type === 'press' && key.name === 'ctrl+j' ? { type: 'press', name: 'enter' } : key
}
