import type { OutputStream } from '../io.js'
import { type Answer, createEditSession, type EditOutcome, type EditSessionOptions } from './edit-session.js'
import { createInputPainter } from './input-painter.js'
import type { Key } from './keys.js'
import type { Terminal } from './terminal.js'

/** Reads texts from a terminal. */
export interface LineEditor {
  /** Reads one text, of any number of lines. A second one comes in between: the first goes on where it was. */
  read(options: ReadOptions): Promise<Answer>
  /** Writes whole lines above the text that is being typed; `false`, and nothing, when there is none. */
  writeAbove(text: string): boolean
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
}

export interface LineEditorOptions {
  readonly terminal: Terminal
  readonly stream: OutputStream
}

export function createLineEditor({ terminal, stream }: LineEditorOptions): LineEditor {
  const painter = createInputPainter(stream)
  let repaint: (() => void) | undefined

  const writeAbove = (text: string) => {
    if (!repaint) return false
    painter.erase()
    stream.write(text)
    repaint()
    return true
  }
  const show = (outcome: Exclude<EditOutcome, { readonly type: 'answered' }>, onCleared?: () => unknown) => {
    if (outcome.type === 'cleared') onCleared?.()
    if (outcome.type === 'choices') writeAbove(`${outcome.choices.join('  ')}\n`)
    else if (outcome.type === 'suspend') terminal.suspend(() => repaint?.())
    else if (outcome.type === 'clear-screen') painter.clearScreen()
    if (outcome.type !== 'suspend') repaint?.()
  }
  terminal.onResize(() => repaint?.())
  const read = async (readOptions: ReadOptions): Promise<Answer> => {
    const { above = '', prompt, typedAhead = [], signal, onCleared, ...options } = readOptions
    const session = createEditSession(options)
    const outer = repaint
    if (outer) painter.erase()
    stream.write(above)
    repaint = () => painter.paint(session.buffer, prompt)
    repaint()
    const answer = await nextAnswer({
      terminal,
      typedAhead,
      signal,
      press: session.press,
      show: (outcome) => show(outcome, onCleared),
    })
    painter.finish(session.buffer, prompt)
    repaint = outer
    outer?.()
    return answer
  }

  return { read, writeAbove }
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
