import type { Dock } from '../../render/screen/dock.js'
import { safeText } from '../../render/text/safe-text.js'
import type { Style } from '../../render/text/style.js'
import { truncate } from '../../render/text/text-width.js'
import {
  type Answer,
  createEditSession,
  type EditOutcome,
  type EditSession,
  type EditSessionOptions,
} from './edit-session.js'
import type { EditText } from './external-editor.js'
import { type InputLayout, layOutInput } from './input-layout.js'
import type { Key } from './keys.js'
import type { LineBuffer } from './line-buffer.js'
import { menuRows } from './menu-rows.js'
import type { Terminal } from './terminal.js'
import { type VimSwitch, withVim } from './with-vim.js'

/** Reads texts from a terminal, below other output. */
export interface LineEditor {
  /** Reads one text of any number of lines. A second call interrupts the first, which continues afterwards. */
  read(options: ReadOptions): Promise<Answer>
}

export interface ReadOptions extends EditSessionOptions {
  /** Whole lines to show above the text. */
  readonly above?: string
  /** The painted prompt. */
  readonly prompt: string
  /** Keys pressed before the prompt opened; consumed keys are removed. */
  readonly typedAhead?: Key[]
  /** For an editor of whole lines, which shows the prompt after this but reads lines before. Never rejects. */
  readonly promptAfter?: Promise<void>
  /** Called when Ctrl+C cleared the text. */
  readonly onCleared?: () => unknown
  /** Called on the Escape key. */
  readonly onEscape?: () => unknown
  /** Called on Ctrl+V or Alt+V, because a terminal pastes text itself but no images. Default: the keys do nothing. */
  readonly onPasteImage?: () => unknown
  /** Ends the prompt like Ctrl+C when aborted. */
  readonly signal?: AbortSignal
  /** Whether the text stays on the screen after it was read. Default: true. */
  readonly isEchoed?: boolean
  /** Switch for the keys of vi. Default: the prompt has only the usual keys. */
  readonly vim?: VimSwitch
  /** Whether typed text is shown as dots. Default: false. */
  readonly isSecret?: boolean
}

export interface LineEditorOptions {
  readonly terminal: Terminal
  readonly dock: Dock
  readonly style: Style
  /** Edits a text in another program, on Ctrl+G. Default: the key does nothing. */
  readonly editText?: EditText
}

interface Reading extends Pick<ReadOptions, 'onCleared' | 'onEscape' | 'onPasteImage'> {
  readonly session: EditSession
  readonly prompt: string
  readonly isSecret: boolean
}

export function createLineEditor({ terminal, dock, style, editText }: LineEditorOptions): LineEditor {
  /** The newest prompt receives the keys. */
  const readings: Reading[] = []

  const layOut = ({ session: { buffer }, prompt, isSecret }: Reading, maxRows: number) =>
    layOutInput(isSecret ? hidden(buffer) : buffer, { prompt, columns: dock.columns, maxRows })
  /** Appends the ghost text to the layout. The cursor is at the end of the text. */
  const withGhost = (layout: InputLayout, ghost: string): InputLayout => {
    const room = dock.columns - 1 - layout.cursor.column
    if (ghost === '' || room < 2) return layout
    return {
      ...layout,
      rows: [
        ...layout.rows.slice(0, -1),
        `${layout.rows.at(-1)}${style.muted(truncate(safeText(ghost).replaceAll('\t', '  '), room))}`,
      ],
    }
  }
  const showNewest = () => {
    const newest = readings.at(-1)
    dock.setInput(newest && ((maxRows) => withGhost(layOut(newest, maxRows), newest.session.ghost)))
    dock.setMenu(
      newest &&
        (({ columns }) =>
          newest.session.menu ? menuRows(newest.session.menu, { style, columns }) : modeRows(newest.session)),
    )
  }
  const modeRows = ({ mode }: EditSession): readonly string[] => {
    if (!mode) return []
    const name = mode.name === 'insert' ? style.t`INSERT` : style.t`NORMAL`
    return [style.muted(truncate(`-- ${name} -- ${mode.pending}`.trimEnd(), dock.columns - 1))]
  }
  /** Gives another program the whole terminal. Output waits until it ends. */
  const editElsewhere = async ({ session, isSecret }: Reading) => {
    if (!editText || isSecret) return
    const edited = await dock.suspendWhile(async () => {
      const takeOver = terminal.release()
      try {
        return await editText(session.text)
      } finally {
        takeOver()
      }
    })
    if (edited !== undefined) session.replace(edited)
    dock.refresh()
  }
  const show = (outcome: Exclude<EditOutcome, { readonly type: 'answered' }>, reading: Reading) => {
    if (outcome.type === 'cleared') reading.onCleared?.()
    if (outcome.type === 'escape') reading.onEscape?.()
    if (outcome.type === 'paste-image') reading.onPasteImage?.()
    if (outcome.type === 'clear-screen') dock.clearScreen()
    else if (outcome.type === 'suspend') {
      dock.withdraw()
      terminal.suspend(dock.refresh)
    } else if (outcome.type === 'edit') void editElsewhere(reading)
    else dock.refresh()
  }
  terminal.onResize(dock.refresh)

  async function read(readOptions: ReadOptions): Promise<Answer> {
    const { above = '', prompt, typedAhead = [], signal, onCleared, onEscape, onPasteImage, ...rest } = readOptions
    const { isEchoed = true, isSecret = false, vim, ...options } = rest
    // Without dim text, a ghost would look like typed text.
    const hasGhosts = options.hasGhosts === true && style.isEnabled
    const usual = createEditSession({ ...options, t: style.t, hasGhosts, onChange: dock.refresh })
    const session = vim ? withVim(usual, vim) : usual
    const reading: Reading = {
      session,
      prompt,
      isSecret,
      ...(onCleared && { onCleared }),
      ...(onEscape && { onEscape }),
      ...(onPasteImage && { onPasteImage }),
    }
    if (above !== '') dock.writeLines(above)
    readings.push(reading)
    showNewest()
    const answer = await nextAnswer({
      terminal,
      typedAhead,
      signal,
      press: session.press,
      show: (outcome) => show(outcome, reading),
    })
    const last = layOut(reading, Number.POSITIVE_INFINITY).rows.join('\n')
    readings.splice(readings.indexOf(reading), 1)
    showNewest()
    if (isEchoed) dock.writeLines(`${last}\n`)
    return answer
  }

  return { read }
}

function hidden({ before, after }: LineBuffer): LineBuffer {
  return { before: '•'.repeat(before.length), after: '•'.repeat(after.length) }
}

interface Asking {
  readonly terminal: Terminal
  readonly typedAhead: Key[]
  readonly signal: AbortSignal | undefined
  press(key: Key): EditOutcome
  show(outcome: Exclude<EditOutcome, { readonly type: 'answered' }>): void
}

/** Passes keys to the prompt until one of them, or the signal, ends it. */
function nextAnswer({ terminal, typedAhead, signal, press, show }: Asking): Promise<Answer> {
  return new Promise((resolve) => {
    let isDone = false
    const finish = (answer: Answer) => {
      isDone = true
      removeHandler()
      signal?.removeEventListener('abort', cancel)
      resolve(answer)
    }
    const take = (key: Key): boolean => {
      // The remaining keys of the same burst belong to the next prompt.
      if (isDone) return false
      const outcome = press(key)
      if (outcome.type === 'answered') finish(outcome.answer)
      else show(outcome)
      return true
    }
    const cancel = () => finish({ type: 'cancel' })
    const removeHandler = terminal.onKey(take)
    signal?.addEventListener('abort', cancel, { once: true })
    while (!isDone) {
      const key = typedAhead.shift()
      if (!key) break
      take(key)
    }
    if (!isDone && signal?.aborted) cancel()
  })
}
