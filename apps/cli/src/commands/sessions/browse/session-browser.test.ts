import { noUsage, type SessionSummary } from '@hermes/core'
import { expect, test } from 'vitest'
import type { Key } from '../../../chat/input/keys.js'
import { createStyle } from '../../../render/text/style.js'
import { textWidth } from '../../../render/text/text-width.js'
import { browserRows } from './browser-rows.js'
import { createSessionBrowser } from './session-browser.js'

const session = (id: string, title?: string, more: Partial<SessionSummary> = {}): SessionSummary => ({
  id,
  source: 'cli',
  startedAtMs: 0,
  lastActivityAtMs: 0,
  messageCount: 12,
  toolCallCount: 0,
  apiCallCount: 0,
  usage: noUsage,
  archived: false,
  ...(title !== undefined && { title }),
  ...more,
})
const talks = [
  session('a', 'Fix the build'),
  session('b', '天気予報のアプリを作る'),
  session('c', undefined, { workingDirectory: '/srv/kettle' }),
  session('d', 'Tea and Kéttles'),
]

const text = (typed: string): Key => ({ type: 'text', text: typed })
const press = (name: string): Key => ({ type: 'press', name })

function browsing(sessions: readonly SessionSummary[] = talks) {
  const browser = createSessionBrowser(sessions)
  const type = (...keys: readonly (string | Key)[]) =>
    keys
      .flatMap((key) => (typeof key === 'string' ? Array.from(key, text) : key))
      .map((key) => browser.press(key))
      .at(-1)
  const ids = () => browser.view.shown.map(({ id }) => id)
  const selected = () => browser.view.shown[browser.view.selected]?.id
  return { browser, type, ids, selected }
}

test('filters by title, id and folder, ignoring case and accents', () => {
  const { type, ids, selected } = browsing()
  expect(type('kettle')).toEqual({ type: 'filter', text: 'kettle' })
  expect([ids(), selected()]).toEqual([['d', 'c'], 'd'])
  type(' tea')
  expect(ids()).toEqual(['d'])
  type(press('ctrl+u'), '天気')
  expect(ids()).toEqual(['b'])
  expect(type(press('escape'))).toEqual({ type: 'filter', text: '' })
  expect(ids()).toEqual(['a', 'b', 'c', 'd'])
  expect(type(press('escape'))).toEqual({ type: 'leave' })
})

test('includes matches in messages until the filter changes', () => {
  const { browser, type, ids, selected } = browsing()
  type('boil')
  expect(ids()).toEqual([])
  browser.setFound(new Map([['a', 'it boils']]))
  expect([ids(), selected()]).toEqual([['a'], 'a'])
  type('x')
  expect(ids()).toEqual([])
})

test('selects with arrows, confirms with Enter, and reads letters as commands only afterwards', () => {
  const { type, selected, browser } = browsing()
  type(press('down'), press('down'), press('up'))
  expect([selected(), browser.view.focus]).toEqual(['b', 'list'])
  expect(type('a')).toMatchObject({ type: 'archive', session: { id: 'b' }, archived: true })
  expect(type(press('enter'))).toMatchObject({ type: 'resume', session: { id: 'b' } })
  type(press('pagedown'))
  expect(selected()).toBe('d')
  type('z')
  expect(browser.view).toMatchObject({ focus: 'filter', filter: { before: 'z' } })
  expect(browser.press(press('enter'))).toEqual({ type: 'none' })
  expect(type(press('ctrl+c'))).toEqual({ type: 'leave' })
})

test('asks for a title and a file, and requires y to delete', () => {
  const { type, browser } = browsing()
  type(press('tab'), 'r')
  expect(browser.view.question).toMatchObject({ kind: 'rename', answer: { before: 'Fix the build' } })
  expect(type(' now', press('enter'))).toMatchObject({ type: 'rename', text: 'Fix the build now' })
  type('e', press('ctrl+u'))
  expect(type('talk.md', press('enter'))).toMatchObject({ type: 'export', text: 'talk.md' })
  type('r')
  expect([type(press('ctrl+c')), browser.view.question]).toEqual([{ type: 'none' }, undefined])
  for (const no of [text('n'), press('enter'), press('escape')]) {
    type('d')
    expect(type(no)).toEqual({ type: 'none' })
  }
  type('d')
  expect(type('y')).toMatchObject({ type: 'delete', session: { id: 'a' } })
})

test('keeps the position of the selection when a session disappears', () => {
  const { type, selected, browser } = browsing()
  type(press('down'))
  browser.replace('b', undefined)
  expect(selected()).toBe('c')
  browser.replace('c', session('c', 'Named'))
  expect(browser.view.shown[1]?.title).toBe('Named')
  for (const id of ['a', 'c', 'd']) browser.replace(id, undefined)
  expect([selected(), type(press('enter')), type('d')]).toEqual([undefined, { type: 'none' }, { type: 'none' }])
})

test.each([
  [80, 24],
  [40, 10],
  [200, 60],
  [20, 5],
])('fits the screen into a terminal of %i x %i', (columns, rows) => {
  const many = Array.from({ length: 300 }, (_, index) =>
    session(`id${index}`, `${'天気 👩‍💻 '.repeat(index % 40)}\u001b[2J`),
  )
  const { browser, type } = browsing(many)
  const preview = {
    id: 'id7',
    facts: 'f'.repeat(300),
    said: Array.from({ length: 30 }, (_, index) => ({
      isUser: index % 2 === 0,
      text: '水は何度で沸きますか。\nword '.repeat(40),
    })),
  }
  const frame = () => browserRows(browser.view, { columns, rows, style: createStyle(false), nowMs: 1, preview })
  const check = () => {
    const { rows: shown, cursor } = frame()
    expect(shown.length).toBeLessThanOrEqual(Math.max(rows, 7))
    const widest = Math.max(columns - 1, 20)
    expect(shown.filter((row) => textWidth(row) > widest)).toEqual([])
    expect(shown.join('')).not.toContain('\u001b')
    expect(cursor?.column ?? 0).toBeLessThan(Math.max(columns, 21))
  }
  check()
  type(...Array.from({ length: 7 }, () => press('down')))
  check()
  expect(frame().rows.join('\n')).toMatch(rows > 10 ? /水は何度/ : /❯/)
  type('r', 'a very long title '.repeat(20))
  check()
  type(press('escape'), 'd')
  check()
  type('n', '/', '天気'.repeat(60))
  check()
})
