import { expect, test } from 'vitest'
import { createStyle } from '../render/text/style.js'
import { createLook } from './create-look.js'

test('shows a diff like the line chat: with numbers and without its headers', () => {
  const look = createLook(createStyle(false))
  const diff = '--- a/q.js\n+++ b/q.js\n@@ -8,2 +8,3 @@\n kept\n-old\n+new\n+\u001b[2Jmore\n'
  expect(look.diff(diff, 40)).toEqual({
    counts: '+2 -1',
    rows: ['   8   kept', '   9 - old', '   9 + new', '  10 + \\x1b[2Jmore'],
  })
})

test('shows invisible characters in a text that a decision depends on', () => {
  const { exact } = createLook(createStyle(false))
  expect(exact('ls\u200b\nrm', 40)).toEqual({ rows: ['│ ls\\u200b', '│ rm'], isDeceptive: true })
  expect(exact('rm -rf build', 8)).toEqual({ rows: ['│ rm -rf b', '┆ uild'], isDeceptive: false })
})

test('shows every character of a name chosen by a model', () => {
  const { name } = createLook(createStyle(false))
  expect(name('ter\u200bminal\u001b]0;X\u0007\nnext')).toBe('ter\\u200bminal\\x1b]0;X\\x07 next')
  expect(name('read_file')).toBe('read_file')
})

test('shows the answer of a command like the line chat, at the time of the answer', () => {
  const look = createLook(createStyle(false))
  const columns = [
    { key: 'name', label: 'Fact' },
    { key: 'value', label: 'Value' },
  ] as const
  const facts = { type: 'table', columns, rows: [{ name: 'Model', value: 'large \u001b[2J' }] } as const
  expect(look.outcome?.(facts, { width: 40, nowMs: 0 })).toEqual(['Model  large \\x1b[2J'])
  const times = { type: 'table', columns: [{ key: 'at', label: 'At', format: 'time' }], rows: [{ at: 0 }] } as const
  expect(look.outcome?.(times, { width: 40, nowMs: 180_000 })).toEqual(['At', '3 min ago'])
  const diff = { type: 'diff', title: 'x', diff: '-a\n+b\n' } as const
  expect(look.outcome?.(diff, { width: 40, nowMs: 0 })).toEqual(['x', '-a', '+b'])
})
