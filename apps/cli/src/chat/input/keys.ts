import { emitKeypressEvents } from 'node:readline'
import { PassThrough } from 'node:stream'
import type { InputStream } from '../../io.js'
import { createInputSplitter } from './split-input.js'

/** A keyboard event. */
export type Key =
  /** Typed or composed text. */
  | { readonly type: 'text'; readonly text: string }
  /** Text from the clipboard, with line breaks as `\n`. */
  | { readonly type: 'paste'; readonly text: string }
  /** A named key: `ctrl+c`, `alt+enter`, `left`, `f1`. */
  | { readonly type: 'press'; readonly name: string }

interface Keypress {
  readonly name?: string | undefined
  readonly ctrl?: boolean
  readonly meta?: boolean
  readonly shift?: boolean
  readonly sequence?: string
}

/** Shift+Enter in the extended keyboard protocols. */
const shiftEnter = new Set(['\u001b[13;2u', '\u001b[27;2;13~'])

/**
 * Reads the keys of a terminal in raw mode. Node decodes escape sequences; a paste is one key.
 * @param onReport Called with the terminal's answers to queries of the program. Default: they are dropped.
 * @returns a function that stops reading.
 */
export function readKeys(
  stdin: InputStream,
  onKey: (key: Key) => void,
  onReport: (text: string) => void = () => undefined,
): () => void {
  const decoded = new PassThrough()
  emitKeypressEvents(decoded)
  decoded.on('keypress', (text: string | undefined, press: Keypress) => {
    const key = toKey(text, press)
    if (key) onKey(key)
  })
  const take = createInputSplitter((part) => {
    if (part.type === 'keys') decoded.emit('data', Buffer.from(part.text))
    else if (part.type === 'report') onReport(part.text)
    else onKey(part.type === 'paste' ? part : { type: 'press', name: 'escape' })
  })
  stdin.on('data', take)
  return () => stdin.off('data', take)
}

function toKey(text: string | undefined, { name, ctrl, meta, shift, sequence = '' }: Keypress): Key | undefined {
  if (shiftEnter.has(sequence)) return { type: 'press', name: 'shift+enter' }
  // Enter sends a carriage return, Ctrl+J a line feed.
  if (name === 'enter') return { type: 'press', name: 'ctrl+j' }
  const plain = name === 'return' ? 'enter' : name
  const isText = text !== undefined && !ctrl && !meta && !/^\p{Cc}/u.test(text)
  if (isText) return { type: 'text', text }
  if (plain === undefined) return undefined
  const isNamed = plain.length > 1
  return {
    type: 'press',
    name: [ctrl && 'ctrl', meta && 'alt', shift && isNamed && 'shift', plain].filter(Boolean).join('+'),
  }
}
