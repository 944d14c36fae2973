import type { OutputStream } from '../../io.js'
import type { Style } from '../text/style.js'
import { textWidth, truncate } from '../text/text-width.js'
import { frameMs, spinnerFrame } from './spinner.js'

/** Permanent text, with at most one status row below it that is erased again. */
export interface Screen {
  readonly columns: number
  /** Appends text above the status row. */
  write(text: string): void
  /** Shows an activity with a spinner; `undefined` removes it. Only drawn at the start of a row, so that no text is overwritten. */
  setStatus(status: string | undefined): void
  /** Runs code that draws on its own, from the start of a row. Other output is delayed until it ends. */
  exclusive<Result>(action: () => Promise<Result>): Promise<Result>
}

export interface ScreenOptions {
  readonly stream: OutputStream
  readonly style: Style
  /** Whether the status row is drawn. Off if the cursor cannot be moved. Default: whether the stream is a terminal. */
  readonly hasStatus?: boolean
  readonly now?: () => number
}

export function createScreen(options: ScreenOptions): Screen {
  const { stream, style, hasStatus = stream.isTTY === true, now = Date.now } = options
  let status: string | undefined
  let isDrawn = false
  let isLineStart = true
  let since = 0
  let timer: NodeJS.Timeout | undefined
  let isTaken = false
  let waiting = ''
  let queue: Promise<unknown> = Promise.resolve()

  const columns = () => columnsOf(stream)
  const erase = () => {
    if (isDrawn) stream.write('\r\u001b[K')
    isDrawn = false
  }
  const draw = () => {
    if (status === undefined || !isLineStart || isTaken) return
    const elapsed = now() - since
    const seconds = elapsed >= 2000 ? ` ${Math.floor(elapsed / 1000)}s` : ''
    const text = truncate(status, columns() - textWidth(seconds) - 3)
    stream.write(`\r\u001b[K${style.accent(spinnerFrame(elapsed))} ${style.muted(text + seconds)}`)
    isDrawn = true
  }
  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }

  const write = (text: string) => {
    if (text === '') return
    if (isTaken) {
      waiting += text
      return
    }
    erase()
    stream.write(text)
    isLineStart = text.endsWith('\n')
    draw()
  }
  const take = async <Result>(action: () => Promise<Result>): Promise<Result> => {
    erase()
    if (!isLineStart) write('\n')
    isTaken = true
    try {
      return await action()
    } finally {
      isTaken = false
      const held = waiting
      waiting = ''
      if (held === '') draw()
      else write(held)
    }
  }

  return {
    get columns() {
      return columns()
    },
    write,
    setStatus(next) {
      if (!hasStatus) return
      if (next !== undefined && status === undefined) since = now()
      if (next !== status) {
        status = next
        erase()
        draw()
      }
      if (next === undefined) stop()
      else timer ??= setInterval(draw, frameMs).unref()
    },
    exclusive(action) {
      const taken = queue.then(() => take(action))
      queue = taken.catch(() => undefined)
      return taken
    },
  }
}

/** Returns the width of a terminal, in columns; 80 if it is unknown. */
export function columnsOf(stream: OutputStream): number {
  return stream.columns && stream.columns > 0 ? stream.columns : 80
}

/** Returns the width limit of a table: the terminal's width, or none for a pipe. */
export function widthOf(stream: OutputStream): { readonly width?: number } {
  return stream.isTTY ? { width: columnsOf(stream) } : {}
}
