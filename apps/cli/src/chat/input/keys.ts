import { emitKeypressEvents } from 'node:readline'
import type { InputStream } from '../../io.js'

/** A keyboard event. */
export type Key =
  /** Typed or composed text. */
  | { readonly type: 'text'; readonly text: string }
  /** Text from the clipboard, with line breaks as `\n`. */
  | { readonly type: 'paste'; readonly text: string }
  /** `ctrl+c`, `alt+enter`, `left`, `f1`. */
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
 * @returns a function that stops reading.
 */
export function readKeys(stdin: InputStream, onKey: (key: Key) => void): () => void {
  let paste: string | undefined
  const onKeypress = (text: string | undefined, press: Keypress) => {
    if (press.name === 'paste-start') {
      paste = ''
    } else if (press.name === 'paste-end') {
      onKey({ type: 'paste', text: (paste ?? '').replace(/\r\n?/g, '\n') })
      paste = undefined
    } else if (paste !== undefined) {
      paste += press.sequence ?? text ?? ''
    } else {
      const key = toKey(text, press)
      if (key) onKey(key)
    }
  }
  emitKeypressEvents(stdin)
  stdin.on('keypress', onKeypress)
  return () => stdin.off('keypress', onKeypress)
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
