import type { OutputStream } from '../io.js'
import { columnsOf, type Screen } from './screen.js'
import type { Style } from './style.js'
import { textWidth, truncate } from './text-width.js'

/** The rows of the input, and the cursor position in them. */
export interface DockInput {
  readonly rows: readonly string[]
  readonly cursor: { readonly row: number; readonly column: number }
}

/**
 * The bottom of a terminal: output scrolls above it, and it shows the status, notes and the input. It is erased before output is written
 * and drawn again afterwards, even if the output ends in the middle of a row.
 */
export interface Dock extends Screen {
  /** Writes whole lines immediately, even while another program uses the screen. */
  writeLines(text: string): void
  /** Rows above the input. */
  setNotes(notes: readonly string[]): void
  /** The input, laid out for each drawing; `undefined` for none. */
  setInput(input: ((maxRows: number) => DockInput) | undefined): void
  /** Draws it again after a change of its content or of the terminal. */
  refresh(): void
  /** Removes it from the screen until the next `refresh`. */
  withdraw(): void
  clearScreen(): void
}

export interface DockOptions {
  readonly stream: OutputStream
  readonly style: Style
  readonly now?: () => number
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const frameMs = 100
const usualRows = 24

export function createDock({ stream, style, now = Date.now }: DockOptions): Dock {
  let status: string | undefined
  let since = 0
  let timer: NodeJS.Timeout | undefined
  let notes: readonly string[] = []
  let input: ((maxRows: number) => DockInput) | undefined
  /** The columns of the row in which the text ends. */
  let partial = 0
  /** The current drawing: the row of the cursor, and whether it starts below an unfinished row. */
  let drawn: { readonly cursorRow: number; readonly column: number } | undefined
  let isTaken = false
  let waiting = ''
  let queue: Promise<unknown> = Promise.resolve()

  const columns = () => columnsOf(stream)
  const erased = (): string => {
    if (!drawn) return ''
    const { cursorRow, column } = drawn
    drawn = undefined
    const up = cursorRow > 0 ? `\u001b[${cursorRow}A` : ''
    const back = column > 0 ? `\u001b[A\u001b[${column}C` : ''
    return `\r${up}\u001b[J${back}`
  }
  const statusRow = (): readonly string[] => {
    if (status === undefined || isTaken) return []
    const elapsed = now() - since
    const seconds = elapsed >= 2000 ? ` ${Math.floor(elapsed / 1000)}s` : ''
    const frame = frames[Math.floor(elapsed / frameMs) % frames.length] ?? ''
    const text = truncate(status, columns() - textWidth(seconds) - 3)
    return [`${style.cyan(frame)} ${style.dim(text + seconds)}`]
  }
  const painted = (): string => {
    // After a full row the cursor position is ambiguous.
    if (partial >= columns()) return ''
    const above = [...statusRow(), ...notes.map((note) => style.dim(truncate(note, columns() - 1)))]
    const typed = input?.(Math.max(1, (stream.rows ?? usualRows) - 1 - above.length))
    const rows = [...above, ...(typed?.rows ?? [])]
    if (rows.length === 0) return ''
    const cursorRow = typed ? above.length + typed.cursor.row : rows.length - 1
    const up = rows.length - 1 - cursorRow
    const column = typed?.cursor.column ?? 0
    const toCursor = `${up > 0 ? `\u001b[${up}A` : ''}\r${column > 0 ? `\u001b[${column}C` : ''}`
    drawn = { cursorRow, column: partial }
    return (partial > 0 ? '\r\n' : '') + rows.join('\r\n') + (typed ? toCursor : '')
  }
  const redraw = (text = '') => {
    const before = erased()
    count(text)
    stream.write(before + text + painted())
  }
  const count = (text: string) => {
    const lineEnd = text.lastIndexOf('\n')
    partial = (lineEnd >= 0 ? 0 : partial) + textWidth(text.slice(lineEnd + 1))
  }
  const write = (text: string) => {
    if (text === '') return
    if (isTaken) waiting += text
    else redraw(text)
  }
  const take = async <Result>(action: () => Promise<Result>): Promise<Result> => {
    isTaken = true
    redraw(partial > 0 ? '\n' : '')
    try {
      return await action()
    } finally {
      isTaken = false
      const held = waiting
      waiting = ''
      redraw(held)
    }
  }

  return {
    get columns() {
      return columns()
    },
    write,
    writeLines: (text) => redraw((partial > 0 ? '\n' : '') + text),
    setStatus(next) {
      if (next !== undefined && status === undefined) since = now()
      if (next !== status) {
        status = next
        redraw()
      }
      if (next !== undefined) timer ??= setInterval(() => redraw(), frameMs).unref()
      else {
        clearInterval(timer)
        timer = undefined
      }
    },
    setNotes(next) {
      notes = next
      redraw()
    },
    setInput(next) {
      input = next
      redraw()
    },
    exclusive(action) {
      const taken = queue.then(() => take(action))
      queue = taken.catch(() => undefined)
      return taken
    },
    refresh: () => redraw(),
    withdraw: () => stream.write(erased()),
    clearScreen() {
      drawn = undefined
      partial = 0
      stream.write('\u001b[2J\u001b[H')
      redraw()
    },
  }
}
