import type { OutputStream } from '../../../io.js'
import type { BrowserRows } from './browser-rows.js'

/** The alternate screen of the terminal. The shell's screen is restored afterwards. */
export interface BrowserScreen extends Disposable {
  readonly columns: number
  readonly rows: number
  paint(frame: BrowserRows): void
  /** Takes the screen back from the shell. */
  enter(): void
  leave(): void
}

export function openBrowserScreen(stream: OutputStream): BrowserScreen {
  const enter = () => void stream.write('\u001b[?1049h\u001b[2J')
  const leave = () => void stream.write('\u001b[?25h\u001b[?1049l')
  process.once('exit', leave)
  enter()
  return {
    get columns() {
      return stream.columns || 80
    },
    get rows() {
      return stream.rows || 24
    },
    paint({ rows, cursor }) {
      const lines = rows.map((row) => `${row}\u001b[K`).join('\r\n')
      const place = cursor ? `\u001b[${cursor.row + 1};${cursor.column + 1}H\u001b[?25h` : ''
      // A single write with a hidden cursor avoids flicker.
      stream.write(`\u001b[?25l\u001b[H${lines}\u001b[J${place}`)
    },
    enter,
    leave,
    [Symbol.dispose]() {
      process.off('exit', leave)
      leave()
    },
  }
}
