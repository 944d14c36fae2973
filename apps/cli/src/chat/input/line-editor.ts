import type { Dock } from '../../render/dock.js'
import {
  type Answer,
  createEditSession,
  type EditOutcome,
  type EditSession,
  type EditSessionOptions,
} from './edit-session.js'
import { layOutInput } from './input-layout.js'
import type { Key } from './keys.js'
import type { LineBuffer } from './line-buffer.js'
import type { Terminal } from './terminal.js'

/** Reads texts from a terminal, below whatever is written there meanwhile. */
export interface LineEditor {
  /** Reads one text, of any number of lines. A second one comes in between: the first goes on where it was. */
  read(options: ReadOptions): Promise<Answer>
}

export interface ReadOptions extends EditSessionOptions {
  /** Whole lines that stand above the text. */
  readonly above?: string
  /** What stands before the text, painted. */
  readonly prompt: string
  /** Keys that were pressed before anybody asked; those that belong to this text are taken out. */
  readonly typedAhead?: Key[]
  /** Ctrl+C took the text away. */
  readonly onCleared?: () => unknown
  /** Ends the reading as Ctrl+C would. */
  readonly signal?: AbortSignal
  /** The text stays on the screen when it was read. Default true. */
  readonly isEchoed?: boolean
  /** What is typed shows as dots. Default false. */
  readonly isSecret?: boolean
}

export interface LineEditorOptions {
  readonly terminal: Terminal
  readonly dock: Dock
}

interface Reading {
  readonly session: EditSession
  readonly prompt: string
  readonly isSecret: boolean
}

export function createLineEditor({ terminal, dock }: LineEditorOptions): LineEditor {
  /** The newest is the one that is typed into. */
  const readings: Reading[] = []

  const layOut = ({ session: { buffer }, prompt, isSecret }: Reading, maxRows: number) =>
    layOutInput(isSecret ? hidden(buffer) : buffer, { prompt, columns: dock.columns, maxRows })
  const showNewest = () => {
    const newest = readings.at(-1)
    dock.setInput(newest && ((maxRows) => layOut(newest, maxRows)))
  }
  const show = (outcome: Exclude<EditOutcome, { readonly type: 'answered' }>, onCleared?: () => unknown) => {
    if (outcome.type === 'cleared') onCleared?.()
    if (outcome.type === 'choices') dock.writeLines(`${outcome.choices.join('  ')}\n`)
    else if (outcome.type === 'clear-screen') dock.clearScreen()
    else if (outcome.type === 'suspend') {
      dock.withdraw()
      terminal.suspend(dock.refresh)
    } else dock.refresh()
  }
  terminal.onResize(dock.refresh)

  async function read(readOptions: ReadOptions): Promise<Answer> {
    const { above = '', prompt, typedAhead = [], signal, onCleared, ...rest } = readOptions
    const { isEchoed = true, isSecret = false, ...options } = rest
    const session = createEditSession({ ...options, onCompleted: (outcome) => show(outcome) })
    const reading: Reading = { session, prompt, isSecret }
    if (above !== '') dock.writeLines(above)
    readings.push(reading)
    showNewest()
    const answer = await nextAnswer({
      terminal,
      typedAhead,
      signal,
      press: session.press,
      show: (outcome) => show(outcome, onCleared),
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

/** Hands keys to the text until one of them, or the signal, ends it. */
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
      // Keys of one burst may come after the one that ended the text: they belong to whoever asks next.
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
