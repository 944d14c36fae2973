import { firstNonBlank, lineEnd, lineStart, nextOf, previousOf } from './characters.js'
import { findIn } from './find-in-line.js'
import { motions, type Operator } from './motions.js'
import type { VimCommand } from './parse-keys.js'
import { type Range, rangeTo, textObjects } from './text-objects.js'
import { type VimState, withUndo } from './vim-state.js'

interface Taken extends Range {
  readonly isLinewise: boolean
}

/**
 * Deletes, changes or copies what the rest of the command names. Returns an unchanged state if there is no such text.
 */
export function operate(state: VimState, operator: Operator, command: VimCommand): VimState {
  const taken = takenBy(state, command)
  // It is always possible to insert.
  if (!taken) return operator === 'c' && command.name === 'l' ? { ...withUndo(state), mode: 'insert' } : state
  const { from, to, isLinewise } = taken
  const register = { text: state.text.slice(from, to), isLinewise }
  // Copying lines leaves the cursor in its line.
  if (operator === 'y')
    return { ...state, register, cursor: isLinewise ? Math.min(state.cursor, firstOf(state, from)) : from }
  const before = withUndo(state)
  if (operator === 'c') return { ...before, register, ...without(state.text, { from, to }), mode: 'insert' }
  if (from === to && !isLinewise) return state
  return { ...before, register, ...(isLinewise ? withoutLines(state.text, taken) : without(state.text, taken)) }
}

/** Returns the cursor's own position if the lines start in its line. */
function firstOf({ text, cursor }: VimState, from: number): number {
  return lineStart(text, cursor) === from ? cursor : from
}

function takenBy(state: VimState, { name, argument = '', count, operator }: VimCommand): Taken | undefined {
  const { text, cursor, lastFind } = state
  if (name === 'line') {
    const lines = text
      .slice(cursor)
      .split('\n')
      .slice(0, count ?? 1)
    return linesOf(text, cursor, Math.min(text.length, cursor + lines.join('\n').length))
  }
  if (name === 'i' || name === 'a') {
    const range = textObjects[argument]?.(state, name === 'a')
    return range && { ...range, isLinewise: false }
  }
  const request = { text, cursor, ...(count !== undefined && { count }) }
  const target =
    argument === ''
      ? motions[name]?.({ ...request, ...(operator && { operator }), ...(lastFind && { lastFind }) })
      : findIn(request, { name, character: argument })
  if (!target) return undefined
  if (target.kind === 'linewise') return linesOf(text, Math.min(cursor, target.to), Math.max(cursor, target.to))
  return { ...rangeTo(state, target.to, target.kind === 'inclusive'), isLinewise: false }
}

function linesOf(text: string, from: number, to: number): Taken {
  return { from: lineStart(text, from), to: lineEnd(text, to), isLinewise: true }
}

function without(text: string, { from, to }: Range) {
  return { text: text.slice(0, from) + text.slice(to), cursor: from }
}

/** Removes lines with the line break after them, or with the one before the last line. */
function withoutLines(text: string, { from, to }: Range) {
  const isLast = to === text.length
  const rest = text.slice(0, isLast ? Math.max(0, from - 1) : from) + text.slice(to + 1)
  return { text: rest, cursor: firstNonBlank(rest, Math.min(from, rest.length)) }
}

/** Inserts the register after the cursor, or before it. */
export function put(state: VimState, where: 'after' | 'before', count: number): VimState {
  const { text, cursor, register } = state
  if (register.text === '' && !register.isLinewise) return state
  const before = withUndo(state)
  if (register.isLinewise) {
    const lines = Array.from({ length: count }, () => register.text).join('\n')
    const at = where === 'after' ? lineEnd(text, cursor) : lineStart(text, cursor)
    const added = where === 'after' ? `\n${lines}` : `${lines}\n`
    const all = text.slice(0, at) + added + text.slice(at)
    return { ...before, text: all, cursor: firstNonBlank(all, where === 'after' ? at + 1 : at) }
  }
  const added = register.text.repeat(count)
  const at = where === 'after' && cursor < lineEnd(text, cursor) ? nextOf(text, cursor) : cursor
  const all = text.slice(0, at) + added + text.slice(at)
  // The cursor is placed on the last character of the inserted text.
  return { ...before, text: all, cursor: added.includes('\n') ? at : previousOf(all, at + added.length) }
}
