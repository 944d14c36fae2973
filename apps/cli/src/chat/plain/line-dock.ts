import type { OutputStream } from '../../io.js'
import type { Dock } from '../../render/screen/dock.js'
import { columnsOf } from '../../render/screen/screen.js'

/** Output that is only appended: the cursor never moves, and nothing is erased or redrawn. */
export interface LineDock extends Dock {
  /** Shows a prompt at the start of a line, and again below later output. `undefined` removes an answered prompt. */
  setPrompt(prompt: string | undefined): void
  /** Called when the user has pressed Enter or Ctrl+C: the cursor is at the start of a line. */
  lineEnded(): void
}

export function createLineDock({ stream }: { readonly stream: OutputStream }): LineDock {
  let isLineStart = true
  let prompt: string | undefined
  let isPromptShown = false
  /** An incomplete sentence that is not shown yet. */
  let sentence = ''
  /** Output of the turn held back during a question. */
  let waiting: string | undefined
  let queue: Promise<unknown> = Promise.resolve()

  const put = (text: string) => {
    if (text === '') return
    stream.write((isPromptShown ? '\n' : '') + text)
    isPromptShown = false
    isLineStart = text.endsWith('\n')
  }
  const endSentence = () => {
    const text = sentence
    sentence = ''
    put(text)
  }
  const startLine = () => {
    endSentence()
    if (!isLineStart) put('\n')
  }
  const showPrompt = () => {
    if (prompt === undefined || isPromptShown || !isLineStart || sentence !== '') return
    stream.write(prompt)
    isPromptShown = true
  }
  const write = (text: string) => {
    if (waiting !== undefined) {
      waiting += text
      return
    }
    sentence += text
    const end = endOfSentences(sentence)
    const whole = sentence.slice(0, end)
    sentence = sentence.slice(end)
    put(whole)
  }
  const writeLines = (text: string) => {
    startLine()
    put(text)
    showPrompt()
  }
  const take = async <Result>(action: () => Promise<Result>): Promise<Result> => {
    startLine()
    waiting = ''
    try {
      return await action()
    } finally {
      const held = waiting
      waiting = undefined
      write(held)
    }
  }

  return {
    get columns() {
      return columnsOf(stream)
    },
    write,
    writeLines,
    setPrompt(next) {
      prompt = next
      // Runs after the last events of a turn have been shown.
      if (next !== undefined) setImmediate(showPrompt)
    },
    lineEnded() {
      isPromptShown = false
      isLineStart = true
    },
    exclusive(action) {
      const taken = queue.then(() => take(action))
      queue = taken.catch(() => undefined)
      return taken
    },
    suspendWhile: (action) => action(),
    refresh: showPrompt,
    setStatus: () => undefined,
    setActivity: () => undefined,
    setNotes: () => undefined,
    setMenu: () => undefined,
    setFooter: () => undefined,
    setInput: () => undefined,
    withdraw: () => undefined,
    clearScreen: () => undefined,
  }
}

/** Returns the end of the last whole line or sentence in a text. */
function endOfSentences(text: string): number {
  const ends = ['. ', '! ', '? ', ': '].map((mark) => text.lastIndexOf(mark) + mark.length)
  return Math.max(text.lastIndexOf('\n') + 1, ...ends.filter((end) => end > 1))
}
