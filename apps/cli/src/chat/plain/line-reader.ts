import { createInterface } from 'node:readline'
import type { InputStream } from '../../io.js'
import type { Answer } from '../input/edit-session.js'
import type { LineEditor, ReadOptions } from '../input/line-editor.js'
import type { LineDock } from './line-dock.js'

/** Reads lines that the user edits with the terminal's own line editing. */
export interface LineReader extends LineEditor, Disposable {
  /** The line that was read last, if it was typed after a prompt. */
  readonly last: string | undefined
  /** Handles Ctrl+C: ends the newest prompt and discards lines typed ahead. @returns whether there was a prompt. */
  cancel(): boolean
}

interface Reading {
  readonly isSecret: boolean
  readonly prompt: string
  /** Whether the prompt is hidden because work is still running. Lines are read all the same. */
  isHeld: boolean
  finish(answer: Answer): void
}

const ctrlC = '\u0003'

export function createLineReader(stdin: InputStream, dock: LineDock): LineReader {
  const readings: Reading[] = []
  const typedAhead: string[] = []
  let pendingText = ''
  let last: string | undefined
  let hasEnded = false
  const lines = createInterface({ input: stdin, terminal: false })

  const take = (line: string) => {
    const reading = readings.at(-1)
    dock.lineEnded()
    // A backslash at the very end starts another line.
    if (line.endsWith('\\') && !reading?.isSecret) {
      pendingText += `${line.slice(0, -1)}\n`
      return
    }
    const text = pendingText + line
    pendingText = ''
    if (!reading) typedAhead.push(text)
    else if (reading.isSecret) reading.finish({ type: 'text', text: typedRaw(text) })
    else {
      last = reading.isHeld ? undefined : text
      reading.finish({ type: 'text', text })
    }
  }
  const cancel = () => {
    pendingText = ''
    typedAhead.length = 0
    dock.lineEnded()
    const reading = readings.at(-1)
    reading?.finish({ type: 'cancel' })
    return reading !== undefined
  }
  const showPrompt = () => {
    const reading = readings.at(-1)
    dock.setPrompt(reading?.isHeld ? undefined : reading?.prompt)
  }
  const cancelSecret = (data: Buffer) => {
    if (data.toString().includes(ctrlC)) cancel()
  }
  /** Turns the echo off: in raw mode the terminal passes on every key and shows none. */
  const hide = () => {
    stdin.setRawMode?.(true)
    stdin.on('data', cancelSecret)
    return () => {
      stdin.off('data', cancelSecret)
      stdin.setRawMode?.(false)
      dock.writeLines('\n')
    }
  }
  lines.on('line', take)
  lines.once('close', () => {
    hasEnded = true
    for (const reading of readings.toReversed()) reading.finish({ type: 'end' })
  })

  async function read(options: ReadOptions): Promise<Answer> {
    const { above = '', prompt, signal, isSecret = false, promptAfter } = options
    if (above !== '') dock.writeLines(above)
    if (signal?.aborted) return { type: 'cancel' }
    // Lines typed before a question must not answer it.
    const ahead = options.typedAhead ? typedAhead.shift() : undefined
    if (ahead !== undefined) {
      // The line was typed before its prompt, so nothing on the screen shows what it belongs to.
      last = undefined
      return { type: 'text', text: ahead }
    }
    if (hasEnded) return { type: 'end' }
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const reading: Reading = { isSecret, prompt, isHeld: promptAfter !== undefined, finish: resolve }
    const abort = () => resolve({ type: 'cancel' })
    signal?.addEventListener('abort', abort, { once: true })
    readings.push(reading)
    showPrompt()
    void promptAfter?.then(() => {
      reading.isHeld = false
      showPrompt()
    })
    const show = isSecret ? hide() : undefined
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', abort)
      readings.splice(readings.indexOf(reading), 1)
      showPrompt()
      show?.()
    }
  }

  return {
    get last() {
      return last
    },
    cancel,
    read,
    [Symbol.dispose]: () => lines.close(),
  }
}

/** Applies keys of raw mode: Backspace deletes a character, Ctrl+C and Ctrl+U delete everything before them. */
function typedRaw(keys: string): string {
  const typed: string[] = []
  for (const key of keys) {
    if (key === '\u007f' || key === '\b') typed.pop()
    else if (key === ctrlC || key === '\u0015') typed.length = 0
    else typed.push(key)
  }
  return typed.join('')
}
