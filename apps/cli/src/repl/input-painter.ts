import type { OutputStream } from '../io.js'
import { columnsOf } from '../render/screen.js'
import { layOutInput } from './input-layout.js'
import type { LineBuffer } from './line-buffer.js'

/** Draws a text that is being edited, over and over in the same place. */
export interface InputPainter {
  paint(buffer: LineBuffer, prompt: string): void
  /** Draws the whole text for the last time, and goes to the next row. */
  finish(buffer: LineBuffer, prompt: string): void
  /** Takes the text off the screen, so that something else can be written. */
  erase(): void
  /** Forgets what is on the screen. */
  clearScreen(): void
}

const defaultRows = 24

export function createInputPainter(stream: OutputStream): InputPainter {
  /** Rows between the first one drawn and the cursor. */
  let cursorRow: number | undefined

  const erase = (): string => {
    if (cursorRow === undefined) return ''
    const up = cursorRow > 0 ? `\u001b[${cursorRow}A` : ''
    cursorRow = undefined
    return `\r${up}\u001b[J`
  }
  const draw = (buffer: LineBuffer, prompt: string, maxRows: number) => {
    const { rows, cursor } = layOutInput(buffer, { prompt, columns: columnsOf(stream), maxRows })
    const up = rows.length - 1 - cursor.row
    const back = `${up > 0 ? `\u001b[${up}A` : ''}\r${cursor.column > 0 ? `\u001b[${cursor.column}C` : ''}`
    stream.write(erase() + rows.join('\r\n') + back)
    cursorRow = cursor.row
  }

  return {
    paint: (buffer, prompt) => draw(buffer, prompt, Math.max(1, (stream.rows ?? defaultRows) - 1)),
    finish(buffer, prompt) {
      draw({ before: buffer.before + buffer.after, after: '' }, prompt, Number.POSITIVE_INFINITY)
      stream.write('\r\n')
      cursorRow = undefined
    },
    erase() {
      stream.write(erase())
    },
    clearScreen() {
      stream.write('\u001b[2J\u001b[H')
      cursorRow = undefined
    },
  }
}
