import { expect, test } from 'vitest'
import { createEditSession, type EditSessionOptions } from './edit-session.js'
import type { Key } from './keys.js'
import { withVim } from './with-vim.js'

const named = (name: string): Key => ({ type: 'press', name })
const escapeKey = named('escape')

function open(options: EditSessionOptions = {}, vim = { isOn: true }) {
  const session = withVim(createEditSession(options), vim)
  return {
    session,
    vim,
    press: (...keys: readonly (string | Key)[]) =>
      keys.map((key) => session.press(typeof key === 'string' ? { type: 'text', text: key } : key)).at(-1),
    shown: () => `${session.buffer.before}|${session.buffer.after}`,
  }
}

test('keeps the text when Escape enters normal mode, and edits it there', () => {
  const { session, press, shown } = open()
  press('hello big world', escapeKey)
  expect([shown(), session.mode]).toEqual(['hello big worl|d', { name: 'normal', pending: '' }])
  press('2', 'b', 'd')
  expect(session.mode).toEqual({ name: 'normal', pending: 'd' })
  press('w')
  expect(shown()).toBe('hello |world')
  press('u')
  expect(session.text).toBe('hello big world')
})

test('accepts several characters in one key event, as an input method sends them', () => {
  const { press, shown } = open()
  press('one two', escapeKey, '0dwix')
  expect(shown()).toBe('x|two')
})

test('submits on Enter, and interrupts on Escape only in normal mode without a pending command', () => {
  const { press } = open()
  expect(press('hello', escapeKey)).toEqual({ type: 'changed' })
  expect(press('d', escapeKey)).toEqual({ type: 'changed' })
  expect(press(escapeKey)).toEqual({ type: 'escape' })
  expect(press(named('enter'))).toEqual({ type: 'answered', answer: { type: 'text', text: 'hello' } })
})

test('steps through the history from the first and the last line, and undoes it', () => {
  const { press, shown } = open({ history: ['older', 'newer'] })
  press('draft', escapeKey, 'k')
  expect(shown()).toBe('newe|r')
  press('k')
  expect(shown()).toBe('olde|r')
  press('j', 'j')
  expect(shown()).toBe('draf|t')
  press('k', 'u')
  expect(shown()).toBe('draf|t')
})

test('pastes and moves with named keys in normal mode, and starts over when the text is cleared', () => {
  const { session, press, shown } = open()
  press('ab', escapeKey, { type: 'paste', text: 'xy' })
  expect(shown()).toBe('ax|yb'.replace('x|y', 'xy|'))
  press(named('home'))
  expect(shown()).toBe('|axyb')
  expect(press(named('ctrl+c'))).toEqual({ type: 'cleared' })
  expect(session.mode?.name).toBe('insert')
})

test('closes an open menu with the Escape that enters normal mode', () => {
  const suggest = () => ({ start: 0, choices: [{ text: '/help' }, { text: '/history' }] })
  const { session, press, shown } = open({ suggest })
  press('/')
  press('h')
  expect(session.menu).toBeDefined()
  press(escapeKey)
  expect(session.menu).toBeUndefined()
  expect([shown(), session.mode?.name]).toEqual(['/|h', 'normal'])
})

test('keeps the usual keys while the switch is off', () => {
  const { session, press, shown } = open({}, { isOn: false })
  expect(press('hello', escapeKey)).toEqual({ type: 'escape' })
  press('x')
  expect([shown(), session.mode]).toEqual(['hellox|', undefined])
})
