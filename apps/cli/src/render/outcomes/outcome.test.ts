import type { TableOutcome } from '@hermes/conversations/commands'
import { expect, test } from 'vitest'
import { createStyle } from '../text/style.js'
import { textWidth } from '../text/text-width.js'
import { renderOutcome } from './outcome.js'

const nowMs = 1_000_000_000
const view = (columns = 60) => ({ style: createStyle(false), columns, nowMs })
const lines = (text: string) => text.split('\n').slice(0, -1)

const sessions: TableOutcome = {
  type: 'table',
  title: 'Sessions',
  columns: [
    { key: 'id', label: 'Id' },
    { key: 'at', label: 'Active', format: 'time' },
    { key: 'calls', label: 'Calls', align: 'right', format: 'count' },
    { key: 'cost', label: 'Cost', align: 'right', format: 'micro-usd' },
    { key: 'title', label: 'Title' },
  ],
  rows: [
    { id: 'a', at: nowMs - 180_000, calls: 1500, cost: 12_300, title: 'fix the build' },
    { id: 'bb', at: nowMs, calls: 7, title: 'two\nlines' },
  ],
  note: '/resume opens one.',
}

test('renders a table with labeled columns and formatted values', () => {
  expect(lines(renderOutcome(sessions, view(80)))).toEqual([
    'Sessions',
    'Id  Active     Calls     Cost  Title',
    'a   3 min ago   1.5k  $0.0123  fix the build',
    'bb  just now       7  unknown  two lines',
    '/resume opens one.',
  ])
})

test.each([20, 30, 40, 60])('fits a table into %s columns', (columns) => {
  const title = 'a title that goes on and on, much further than any terminal could show it'
  const table = { ...sessions, rows: [{ ...sessions.rows[0], title }] }
  const shown = lines(renderOutcome(table, view(Math.max(columns, 42))))
  for (const line of shown) expect(textWidth(line)).toBeLessThan(Math.max(columns, 42))
  expect(shown.join(' ')).toContain('a title')
})

test('renders facts without a header and wraps values', () => {
  const table: TableOutcome = {
    type: 'table',
    columns: [
      { key: 'name', label: 'Fact' },
      { key: 'value', label: 'Value' },
    ],
    rows: [
      { name: 'Model', value: 'large' },
      { name: 'Tools', value: 'terminal, read_file, write_file, patch' },
    ],
  }
  expect(lines(renderOutcome(table, view(30)))).toEqual([
    'Model  large',
    'Tools  terminal, read_file,',
    '       write_file, patch',
  ])
})

test('draws shares as bars', () => {
  const table: TableOutcome = {
    type: 'table',
    columns: [
      { key: 'part', label: 'Part' },
      { key: 'share', label: 'Share', format: 'share' },
    ],
    rows: [
      { part: 'tools', share: 0.5 },
      { part: 'none', share: 0 },
    ],
  }
  expect(lines(renderOutcome(table, view()))).toEqual(['Part   Share', 'tools   50.0 % ████████', 'none     0.0 %'])
})

test('numbers the options of a choice and marks the current one', () => {
  const options = [
    { label: 'usual', command: '/model usual', detail: 'lab' },
    { label: 'large', command: '/model large', isCurrent: true },
  ]
  expect(lines(renderOutcome({ type: 'choice', prompt: 'Which model?', options }, view()))).toEqual([
    'Which model?',
    '  1  usual  lab',
    '● 2  large',
  ])
})

test('colors the lines of a diff', () => {
  const diff = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n same\n'
  const style = createStyle(true)
  expect(lines(renderOutcome({ type: 'diff', diff, title: 'x' }, { ...view(), style }))).toEqual([
    style.bold('x'),
    style.bold('--- a/x'),
    style.bold('+++ b/x'),
    style.accent('@@ -1 +1 @@'),
    style.error('-old'),
    style.success('+new'),
    ' same',
  ])
})

test('escapes terminal control characters', () => {
  const bad = 'x\u001b[2Jy'
  const tables: TableOutcome = { type: 'table', columns: [{ key: 'a', label: 'A' }], rows: [{ a: bad }] }
  const choice = { type: 'choice', prompt: bad, options: [{ label: bad, detail: bad, command: '/x' }] } as const
  for (const outcome of [
    tables,
    choice,
    { type: 'diff', diff: bad },
    { type: 'error', text: bad },
    { type: 'text', text: bad },
  ] as const) {
    expect(renderOutcome(outcome, view())).not.toContain('\u001b[2J')
  }
})

test('shows an error as one red line with details below', () => {
  const style = createStyle(true)
  const [first, ...rest] = lines(renderOutcome({ type: 'error', text: 'It failed.\n\nwhy' }, { ...view(), style }))
  expect(first).toBe(style.error('✗ It failed.'))
  expect(rest).toEqual(['why'])
})

test('shows nothing for an empty outcome', () => {
  expect(renderOutcome({ type: 'done' }, view())).toBe('')
  expect(renderOutcome({ type: 'open', target: { id: 'x' } }, view())).toBe('')
})
