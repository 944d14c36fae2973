import { charactersOf, type Place, pressVimKey, settled, startVim, withText } from '@hermes/tui/vim'
import type { EditOutcome, EditSession } from './edit-session.js'
import type { Key } from './keys.js'
import { type LineBuffer, textOfBuffer } from './line-buffer.js'

/** Whether a prompt is edited with the keys of vi. Read on each key. */
export interface VimSwitch {
  readonly isOn: boolean
}

/** Edits the text with the keys of vi while the switch is on. Keys that they do not use go to the session itself. */
export function withVim(session: EditSession, vim: VimSwitch): EditSession {
  let state = startVim()

  const current = () => withText(state, placeOf(session.buffer))
  const show = (next: typeof state) => {
    state = next
    const { text, cursor } = next
    if (text !== textOfBuffer(session.buffer) || cursor !== session.buffer.before.length)
      session.edit({ before: text.slice(0, cursor), after: text.slice(cursor) })
  }
  const pass = (key: Key): EditOutcome => {
    const outcome = session.press(key)
    if (outcome.type === 'cleared') state = startVim()
    else if (vim.isOn && outcome.type !== 'answered' && state.mode === 'normal') show(settled(current()))
    return outcome
  }
  const command = (name: string, key: Key): EditOutcome => {
    const step = pressVimKey(current(), name)
    show(step.state)
    if (step.pass === undefined) return { type: 'changed' }
    return pass(step.pass === name ? key : { type: 'press', name: step.pass })
  }

  return {
    get buffer() {
      return session.buffer
    },
    get menu() {
      return session.menu
    },
    get ghost() {
      return state.mode === 'normal' && vim.isOn ? '' : session.ghost
    },
    get text() {
      return session.text
    },
    get mode() {
      return vim.isOn ? { name: state.mode, pending: state.pending.join('') } : undefined
    },
    edit: session.edit,
    replace: session.replace,
    press(key) {
      if (!vim.isOn || key.type === 'paste') return pass(key)
      const isEscape = key.type === 'press' && key.name === 'escape'
      if (state.mode === 'insert' && !isEscape) return session.press(key)
      // The same key closes an open menu.
      if (state.mode === 'insert') session.press(key)
      if (key.type === 'press') return command(key.name, key)
      let outcome: EditOutcome = { type: 'changed' }
      for (const character of charactersOf(key.text)) {
        const text = { type: 'text', text: character } as const
        outcome = state.mode === 'insert' ? session.press(text) : command(character, text)
        if (outcome.type === 'answered') break
      }
      return outcome
    },
  }
}

function placeOf(buffer: LineBuffer): Place {
  return { text: textOfBuffer(buffer), cursor: buffer.before.length }
}
