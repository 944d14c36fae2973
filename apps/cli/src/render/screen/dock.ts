import type { OutputStream } from '../../io.js'
import type { Style } from '../text/style.js'
import { textWidth, truncate } from '../text/text-width.js'
import { type DockInput, type DockRows, dockRows, wrappedRowsAbove } from './dock-rows.js'
import { columnsOf, type Screen } from './screen.js'
import { frameMs, spinnerFrame } from './spinner.js'

/** Rows that are computed for each drawing. They must fit into `columns`. */
export type LiveRows = (view: { readonly columns: number; readonly nowMs: number }) => readonly string[]

/**
 * The bottom of a terminal. Output scrolls above it, and it shows the status, running work, the input, a menu, notes and a footer. It is erased
 * before output is written and redrawn afterwards, even if the output ends in the middle of a row. The cursor stays in the input.
 */
export interface Dock extends Screen {
  /** Writes whole lines immediately, even while another program uses the screen. */
  writeLines(text: string): void
  /** Sets rows above the input that change while work runs; `undefined` for none. */
  setActivity(rows: LiveRows | undefined): void
  /** Sets rows below the input. */
  setNotes(notes: readonly string[]): void
  /** Sets painted rows directly below the input. */
  setMenu(rows: LiveRows | undefined): void
  /** Sets the last rows. */
  setFooter(rows: LiveRows | undefined): void
  /** Sets the input, which is laid out for each drawing; `undefined` for none. */
  setInput(input: ((maxRows: number) => DockInput) | undefined): void
  /** Redraws the dock after a change of its content or of the terminal. */
  refresh(): void
  /** Removes the dock from the screen until the next `refresh`. */
  withdraw(): void
  clearScreen(): void
  /** Hands the terminal over to another program: nothing is drawn, and all output waits until it ends. */
  suspendWhile<Result>(action: () => Promise<Result>): Promise<Result>
}

export interface DockOptions {
  readonly stream: OutputStream
  readonly style: Style
  readonly now?: () => number
}

/** A drawing, with the column of the unfinished row above it. */
interface Drawn extends DockRows {
  readonly partial: number
  readonly columns: number
}

/** Height of a terminal that does not report it, in rows. */
const usualRows = 24
/** Sequences between which the terminal shows everything at once, without flicker. */
const atOnce = { begin: '\u001b[?2026h', end: '\u001b[?2026l' } as const

export function createDock({ stream, style, now = Date.now }: DockOptions): Dock {
  let status: string | undefined
  let since = 0
  let timer: NodeJS.Timeout | undefined
  let activity: LiveRows | undefined
  let menu: LiveRows | undefined
  let footer: LiveRows | undefined
  let notes: readonly string[] = []
  let input: ((maxRows: number) => DockInput) | undefined
  /** Number of columns in the row in which the text ends. */
  let partial = 0
  let drawn: Drawn | undefined
  let isTaken = false
  let isSuspended = false
  let waiting = ''
  let queue: Promise<unknown> = Promise.resolve()

  const columns = () => columnsOf(stream)
  const erased = (): string => {
    if (!drawn) return ''
    const above = wrappedRowsAbove(drawn, columns())
    const column = drawn.partial % columns()
    drawn = undefined
    const back = column > 0 ? `\u001b[A\u001b[${column}C` : ''
    return `\r${upBy(above)}\u001b[J${back}`
  }
  const statusRow = (): readonly string[] => {
    if (status === undefined) return []
    const elapsed = now() - since
    const seconds = elapsed >= 2000 ? ` ${Math.floor(elapsed / 1000)}s` : ''
    const text = truncate(status, columns() - textWidth(seconds) - 3)
    return [`${style.accent(spinnerFrame(elapsed))} ${style.muted(text + seconds)}`]
  }
  const layOut = (): DockRows | undefined => {
    // After a full row, the cursor position is ambiguous.
    if (partial >= columns()) return undefined
    const view = { columns: columns(), nowMs: now() }
    const laidOut = dockRows(
      {
        activity: isTaken ? [] : [...(activity?.(view) ?? []), ...statusRow()],
        input,
        menu: menu?.(view) ?? [],
        notes: notes.map((note) => style.muted(truncate(note, columns() - 1))),
        footer: footer?.(view) ?? [],
      },
      (stream.rows || usualRows) - 1,
    )
    return laidOut.rows.length === 0 ? undefined : laidOut
  }
  const painted = (): string => {
    const next = layOut()
    if (!next) return ''
    const { rows, cursorRow, cursorColumn } = next
    drawn = { ...next, partial, columns: columns() }
    const toCursor = `${upBy(rows.length - 1 - cursorRow)}\r${rightBy(cursorColumn)}`
    return (partial > 0 ? '\r\n' : '') + rows.join('\r\n') + (input ? toCursor : '')
  }
  const redraw = (text = '') => {
    if (isSuspended) {
      waiting += text
      return
    }
    const before = erased()
    count(text)
    put(before + text + painted())
  }
  /** Writes only the rows that have changed, because a terminal must not be disturbed while the user composes characters. */
  const update = () => {
    if (isSuspended) return
    const next = layOut()
    if (!drawn || !next || drawn.columns !== columns() || next.rows.length !== drawn.rows.length) return redraw()
    const { rows, cursorRow, cursorColumn } = next
    const old = drawn
    let row = old.cursorRow
    let output = ''
    for (const [index, text] of rows.entries()) {
      if (text === old.rows[index]) continue
      output += `${moveBy(index - row)}\r${text}\u001b[K`
      row = index
    }
    const hasMoved = cursorRow !== old.cursorRow || cursorColumn !== old.cursorColumn
    if (output === '' && !hasMoved) return
    drawn = { ...next, partial, columns: columns() }
    put(`${output}${moveBy(cursorRow - row)}\r${rightBy(cursorColumn)}`)
  }
  const put = (output: string) => {
    if (output !== '') stream.write(output.includes('\u001b') ? atOnce.begin + output + atOnce.end : output)
  }
  const count = (text: string) => {
    const lineEnd = text.lastIndexOf('\n')
    partial = (lineEnd >= 0 ? 0 : partial) + textWidth(text.slice(lineEnd + 1))
  }
  const keepTime = () => {
    if (status !== undefined || activity !== undefined) timer ??= setInterval(update, frameMs).unref()
    else {
      clearInterval(timer)
      timer = undefined
    }
  }
  const write = (text: string) => {
    if (text === '') return
    if (isTaken) waiting += text
    else redraw(text)
  }
  const release = () => {
    const held = waiting
    waiting = ''
    redraw(held)
  }
  const take = async <Result>(action: () => Promise<Result>): Promise<Result> => {
    isTaken = true
    redraw(partial > 0 ? '\n' : '')
    try {
      return await action()
    } finally {
      isTaken = false
      release()
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
        update()
      }
      keepTime()
    },
    setActivity(next) {
      activity = next
      update()
      keepTime()
    },
    setNotes(next) {
      notes = next
      update()
    },
    setMenu(next) {
      menu = next
      update()
    },
    setFooter(next) {
      footer = next
      update()
    },
    setInput(next) {
      input = next
      update()
    },
    exclusive(action) {
      const taken = queue.then(() => take(action))
      queue = taken.catch(() => undefined)
      return taken
    },
    async suspendWhile(action) {
      stream.write(erased())
      isSuspended = true
      try {
        return await action()
      } finally {
        isSuspended = false
        if (isTaken) redraw()
        else release()
      }
    },
    refresh: update,
    withdraw: () => stream.write(erased()),
    clearScreen() {
      drawn = undefined
      partial = 0
      stream.write('\u001b[2J\u001b[H')
      redraw()
    },
  }
}

function upBy(rows: number): string {
  return rows > 0 ? `\u001b[${rows}A` : ''
}

function moveBy(rows: number): string {
  return rows > 0 ? `\u001b[${rows}B` : upBy(-rows)
}

function rightBy(columns: number): string {
  return columns > 0 ? `\u001b[${columns}C` : ''
}
