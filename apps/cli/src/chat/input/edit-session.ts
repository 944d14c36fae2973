import type { Key } from './keys.js'
import {
  bufferOf,
  type Edit,
  emptyBuffer,
  erase,
  insert,
  type LineBuffer,
  move,
  moveLine,
  textOfBuffer,
} from './line-buffer.js'
import { createRecall } from './recall.js'

/** The outcome of a prompt. */
export type Answer =
  | { readonly type: 'text'; readonly text: string }
  /** Ctrl+C on an empty text. */
  | { readonly type: 'cancel' }
  /** Ctrl+D on an empty text. */
  | { readonly type: 'end' }

/** What the terminal must do after a key. */
export type EditOutcome =
  | { readonly type: 'changed' }
  | { readonly type: 'answered'; readonly answer: Answer }
  /** Tab found several completions. */
  | { readonly type: 'choices'; readonly choices: readonly string[] }
  /** `cleared`: Ctrl+C removed the text. */
  | { readonly type: 'cleared' | 'clear-screen' | 'suspend' | 'escape' }

export interface EditSession {
  readonly buffer: LineBuffer
  press(key: Key): EditOutcome
}

export interface EditSessionOptions {
  /** Earlier texts for Up and Down, oldest first. */
  readonly history?: readonly string[]
  readonly complete?: Complete
  /** Takes back the text that was submitted last, for Up on an empty text; `undefined` if there is none. */
  readonly takeBack?: () => Promise<string | undefined> | undefined
  /** Called when a slow completion has changed the text. */
  readonly onCompleted?: (outcome: Exclude<EditOutcome, { readonly type: 'answered' }>) => void
}

/**
 * Completes the text before the cursor on Tab; `undefined` if there is nothing to complete. A result that arrives after the text has
 * changed is ignored.
 */
export type Complete = (text: string) => Completion | undefined | Promise<Completion | undefined>

export interface Completion {
  /** Replaces the text before the cursor. */
  readonly text: string
  /** All possible completions. */
  readonly choices: readonly string[]
}

const edits: Readonly<Record<string, Edit>> = {
  left: move.left,
  'ctrl+b': move.left,
  right: move.right,
  'ctrl+f': move.right,
  'ctrl+left': move.wordLeft,
  'alt+left': move.wordLeft,
  'alt+b': move.wordLeft,
  'ctrl+right': move.wordRight,
  'alt+right': move.wordRight,
  'alt+f': move.wordRight,
  home: move.lineStart,
  'ctrl+a': move.lineStart,
  end: move.lineEnd,
  'ctrl+e': move.lineEnd,
  backspace: erase.left,
  'ctrl+h': erase.left,
  delete: erase.right,
  'ctrl+w': erase.wordLeft,
  'alt+backspace': erase.wordLeft,
  'alt+d': erase.wordRight,
  'ctrl+u': erase.lineStart,
  'ctrl+k': erase.lineEnd,
  'ctrl+j': insert('\n'),
  'alt+enter': insert('\n'),
  'shift+enter': insert('\n'),
}

const changed = { type: 'changed' } as const

/** Edits one text key by key: emacs keys, several lines, history and completion. Independent of the terminal. */
export function createEditSession(options: EditSessionOptions = {}): EditSession {
  const { history = [], complete, onCompleted, takeBack } = options
  let buffer: LineBuffer = emptyBuffer
  let recall = createRecall(history)

  const change = (next: LineBuffer): EditOutcome => {
    buffer = next
    return changed
  }
  const submit = (): EditOutcome => {
    // A backslash at the very end starts another line.
    if (buffer.after === '' && buffer.before.endsWith('\\')) return change(insert('\n')(erase.left(buffer)))
    return { type: 'answered', answer: { type: 'text', text: textOfBuffer(buffer) } }
  }
  const vertical = (direction: 'up' | 'down'): EditOutcome => {
    const moved = moveLine(buffer, direction)
    if (moved) return change(moved)
    const coming = direction === 'up' && textOfBuffer(buffer) === '' ? takeBack?.() : undefined
    if (coming) {
      void taken(coming)
      return changed
    }
    const recalled = recall.step(direction, textOfBuffer(buffer))
    return recalled === undefined ? changed : change(bufferOf(recalled))
  }
  /** What was typed meanwhile follows the text that was taken back. */
  const taken = async (coming: Promise<string | undefined>) => {
    const text = await coming.catch(() => undefined)
    if (text === undefined) return
    const typed = textOfBuffer(buffer)
    buffer = typed === '' ? bufferOf(text) : { before: `${text}\n${buffer.before}`, after: buffer.after }
    onCompleted?.(changed)
  }
  const tab = (): EditOutcome => {
    const completion = complete?.(buffer.before)
    if (completion instanceof Promise) {
      void later(completion, buffer.before)
      return changed
    }
    if (!completion) return change(insert('  ')(buffer))
    return apply(completion)
  }
  const later = async (coming: Promise<Completion | undefined>, before: string) => {
    // Text without completions is unchanged.
    const completion = await coming.catch(() => undefined)
    if (!completion || buffer.before !== before) return
    onCompleted?.(apply(completion))
  }
  const apply = (completion: Completion): Exclude<EditOutcome, { readonly type: 'answered' }> => {
    buffer = { before: completion.text, after: buffer.after }
    return completion.choices.length > 1 ? { type: 'choices', choices: completion.choices } : changed
  }
  const clear = (): EditOutcome => {
    if (textOfBuffer(buffer) === '') return { type: 'answered', answer: { type: 'cancel' } }
    recall = createRecall(history)
    buffer = emptyBuffer
    return { type: 'cleared' }
  }
  const endOrDelete = (): EditOutcome =>
    textOfBuffer(buffer) === '' ? { type: 'answered', answer: { type: 'end' } } : change(erase.right(buffer))

  const actions: Readonly<Record<string, () => EditOutcome>> = {
    enter: submit,
    tab,
    up: () => vertical('up'),
    down: () => vertical('down'),
    'ctrl+p': () => vertical('up'),
    'ctrl+n': () => vertical('down'),
    'ctrl+c': clear,
    'ctrl+d': endOrDelete,
    'ctrl+l': () => ({ type: 'clear-screen' }),
    'ctrl+z': () => ({ type: 'suspend' }),
    escape: () => ({ type: 'escape' }),
  }

  return {
    get buffer() {
      return buffer
    },
    press(key) {
      if (key.type !== 'press') return change(insert(key.text)(buffer))
      const edit = edits[key.name]
      return edit ? change(edit(buffer)) : (actions[key.name]?.() ?? changed)
    },
  }
}
