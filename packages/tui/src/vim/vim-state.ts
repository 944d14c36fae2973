import type { Place } from './characters.js'
import type { Find } from './find-in-line.js'

/** A prompt that is edited with the keys of vi. Immutable. */
export interface VimState extends Place {
  readonly mode: 'insert' | 'normal'
  /** The keys of a command that is not complete yet. */
  readonly pending: readonly string[]
  /** The text that was deleted or copied last. Whole lines are without their last line break. */
  readonly register: { readonly text: string; readonly isLinewise: boolean }
  readonly lastFind?: Find
  /** The states before each change, oldest first. */
  readonly undo: readonly Place[]
  readonly redo: readonly Place[]
}

/** Maximum number of changes that can be undone. */
const mostUndo = 200

/** Creates the state of a prompt, which starts in insert mode. */
export function startVim(text = '', cursor = text.length): VimState {
  const register = { text: '', isLinewise: false }
  return { text, cursor, mode: 'insert', pending: [], register, undo: [{ text, cursor }], redo: [] }
}

/** Records the state before a change, so that it can be undone. */
export function withUndo(state: VimState): VimState {
  const { text, cursor } = state
  return { ...state, undo: [...state.undo, { text, cursor }].slice(-mostUndo), redo: [] }
}

/** Returns the state after an external edit of the text, which is a separate change in normal mode. */
export function withText(state: VimState, { text, cursor }: Place): VimState {
  const base = state.mode === 'normal' && text !== state.text ? withUndo(state) : state
  return { ...base, text, cursor }
}

export function undone(state: VimState, count: number): VimState {
  let now = state
  for (let done = 0; done < count; done++) {
    const last = now.undo.at(-1)
    if (!last) break
    const { text, cursor } = now
    now = { ...now, ...last, undo: now.undo.slice(0, -1), redo: [...now.redo, { text, cursor }] }
  }
  return now
}

export function redone(state: VimState, count: number): VimState {
  let now = state
  for (let done = 0; done < count; done++) {
    const last = now.redo.at(-1)
    if (!last) break
    const { text, cursor } = now
    now = { ...now, ...last, redo: now.redo.slice(0, -1), undo: [...now.undo, { text, cursor }] }
  }
  return now
}
