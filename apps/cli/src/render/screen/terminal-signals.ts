import type { Io } from '../../io.js'
import { oneLine } from '../text/safe-text.js'
import { truncate } from '../text/text-width.js'

/** Signals of a terminal outside its rows: the window title, and notifications. */
export interface TerminalSignals extends Disposable {
  setTitle(title: string): void
  /** Rings the bell, and shows a notification if the terminal supports them. */
  notify(text: string): void
}

const bell = '\u0007'
const osc = (code: string) => `\u001b]${code}\u001b\\`
/** Sequences that save and restore the window title. */
const keptTitle = { save: '\u001b[22;2t', restore: '\u001b[23;2t' } as const
const longestTitle = 80
const longestText = 200

/** Creates the signals of a terminal. A dumb terminal and a Linux console only get the bell. */
export function createTerminalSignals({ stdout, env }: Pick<Io, 'stdout' | 'env'>): TerminalSignals {
  const isCapable = stdout.isTTY === true && !['dumb', 'linux', undefined, ''].includes(env.TERM)
  let title: string | undefined
  return {
    setTitle(next) {
      if (!isCapable || next === title) return
      stdout.write(`${title === undefined ? keptTitle.save : ''}${osc(`2;${plain(next, longestTitle)}`)}`)
      title = next
    },
    notify(text) {
      const shown = plain(text, longestText)
      // Terminals of the VTE family, rxvt and foot know the first sequence, most others the second.
      const sequence =
        env.VTE_VERSION || /^(?:rxvt|foot)/.test(env.TERM ?? '') ? `777;notify;Hermes;${shown}` : `9;${shown}`
      stdout.write(bell + (isCapable ? osc(sequence) : ''))
    },
    [Symbol.dispose]() {
      if (title !== undefined) stdout.write(keptTitle.restore)
    },
  }
}

/** Returns text for an escape sequence, in which a semicolon would start another field. */
function plain(text: string, columns: number): string {
  return truncate(oneLine(text).replaceAll(';', ','), columns)
}
