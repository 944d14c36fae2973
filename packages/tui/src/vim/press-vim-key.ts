import { charactersOf, firstNonBlank, lineEnd, lineStart, nextOf, onCharacter, previousOf } from './characters.js'
import { findIn } from './find-in-line.js'
import { motions } from './motions.js'
import { operate, put } from './operate.js'
import { parseKeys, type VimCommand } from './parse-keys.js'
import { redone, undone, type VimState, withUndo } from './vim-state.js'

export interface VimStep {
  readonly state: VimState
  /** What the editor of the prompt must do instead: the key itself, or `up` and `down` from the first and last line. */
  readonly pass?: string
}

/**
 * Returns the state after a key: one character, or a name such as `escape`, `enter` or `ctrl+r`. In insert mode, only
 * Escape is handled; everything else is passed on, and the editor reports the resulting text.
 */
export function pressVimKey(state: VimState, key: string): VimStep {
  if (state.mode === 'insert') return key === 'escape' ? { state: leaveInsert(state) } : { state, pass: key }
  if (key === 'escape') return state.pending.length > 0 ? { state: { ...state, pending: [] } } : { state, pass: key }
  if (key === 'ctrl+r') return { state: settled(redone(state, countOf(state))) }
  const name = key === 'backspace' ? 'h' : key
  const isNamed = charactersOf(name).length !== 1
  // A named key, such as Enter after `d`, ends the command and sends nothing.
  if (isNamed && state.pending.length > 0 && !key.startsWith('ctrl+')) return { state: { ...state, pending: [] } }
  if (isNamed) return { state: { ...state, pending: [] }, pass: key }
  const keys = [...state.pending, name]
  const command = parseKeys(keys)
  if (command === 'incomplete') return { state: { ...state, pending: keys } }
  const idle = { ...state, pending: [] }
  if (command === 'invalid') return { state: idle }
  const next = perform(idle, command)
  const isStuck = next === idle && command.operator === undefined
  if (isStuck && (name === 'j' || name === 'k')) return { state: idle, pass: name === 'j' ? 'down' : 'up' }
  return { state: next.mode === 'normal' ? settled(next) : next }
}

/** Puts the cursor on a character, as in normal mode. */
export function settled(state: VimState): VimState {
  return { ...state, pending: [], cursor: onCharacter(state) }
}

/** Leaves insert mode. An insertion that changed nothing leaves nothing to undo. */
function leaveInsert(state: VimState): VimState {
  const { text, cursor, undo } = state
  const isUnchanged = undo.at(-1)?.text === text
  const to = cursor > lineStart(text, cursor) ? previousOf(text, cursor) : cursor
  return { ...state, mode: 'normal', pending: [], cursor: to, undo: isUnchanged ? undo.slice(0, -1) : undo }
}

function countOf({ pending }: VimState): number {
  return Math.max(1, Number(pending.join('')) || 1)
}

function perform(state: VimState, command: VimCommand): VimState {
  if (command.operator) return remember(operate(state, command.operator, command), command)
  const { text, cursor } = state
  const { name, argument = '', count = 1 } = command
  switch (name) {
    case 'i':
      return insertAt(state, cursor)
    case 'a':
      return insertAt(state, cursor < lineEnd(text, cursor) ? nextOf(text, cursor) : cursor)
    case 'I':
      return insertAt(state, firstNonBlank(text, cursor))
    case 'A':
      return insertAt(state, lineEnd(text, cursor))
    case 'o':
      return openLine(state, lineEnd(text, cursor), 1)
    case 'O':
      return openLine(state, lineStart(text, cursor), 0)
    case 'p':
    case 'P':
      return put(state, name === 'p' ? 'after' : 'before', count)
    case 'u':
      return undone(state, count)
    case 'r':
      return replaceWith(state, count, argument)
    case '~':
      return swapCase(state, count)
    default:
      return move(state, command)
  }
}

function move(state: VimState, command: VimCommand): VimState {
  const { text, cursor, lastFind } = state
  const { name, argument, count } = command
  const request = { text, cursor, ...(count !== undefined && { count }), ...(lastFind && { lastFind }) }
  const target = argument === undefined ? motions[name]?.(request) : findIn(request, { name, character: argument })
  return target ? remember({ ...state, cursor: target.to }, command) : state
}

/** Remembers a search in a line, which `;` and `,` repeat. */
function remember(state: VimState, { name, argument }: VimCommand): VimState {
  const isFind = argument !== undefined && 'fFtT'.includes(name)
  return isFind ? { ...state, lastFind: { name, character: argument } } : state
}

function insertAt(state: VimState, cursor: number): VimState {
  return { ...withUndo(state), mode: 'insert', cursor }
}

function openLine(state: VimState, at: number, offset: 0 | 1): VimState {
  const text = `${state.text.slice(0, at)}\n${state.text.slice(at)}`
  return { ...withUndo(state), text, cursor: at + offset, mode: 'insert' }
}

/** Returns the next characters of the line. */
function ahead({ text, cursor }: VimState, count: number): string[] {
  return charactersOf(text.slice(cursor, lineEnd(text, cursor))).slice(0, count)
}

/** Replaces `count` characters, unless the line has fewer. The cursor is placed on the last one. */
function replaceWith(state: VimState, count: number, character: string): VimState {
  const { text, cursor } = state
  const replaced = ahead(state, count)
  if (replaced.length < count) return state
  const before = text.slice(0, cursor) + character.repeat(count - 1)
  const after = text.slice(cursor + replaced.join('').length)
  return { ...withUndo(state), text: before + character + after, cursor: before.length }
}

function swapCase(state: VimState, count: number): VimState {
  const { text, cursor } = state
  const characters = ahead(state, count)
  if (characters.length === 0) return state
  const swapped = characters.map((each) => (each === each.toUpperCase() ? each.toLowerCase() : each.toUpperCase()))
  const before = text.slice(0, cursor) + swapped.join('')
  return { ...withUndo(state), text: before + text.slice(cursor + characters.join('').length), cursor: before.length }
}
