import { expect, test } from 'vitest'
import { createStyle } from '../render/style.js'
import { createLook } from './create-look.js'

test('shows a diff as in the line chat: with numbers and without its headers', () => {
  const look = createLook(createStyle(false))
  const diff = '--- a/q.js\n+++ b/q.js\n@@ -8,2 +8,3 @@\n kept\n-old\n+new\n+\u001b[2Jmore\n'
  expect(look.diff(diff, 40)).toEqual({
    counts: '+2 -1',
    rows: ['   8   kept', '   9 - old', '   9 + new', '  10 + \\x1b[2Jmore'],
  })
})

test('shows invisible characters of a text that a decision depends on', () => {
  const { exact } = createLook(createStyle(false))
  expect(exact('ls\u200b\nrm', 40)).toEqual({ rows: ['│ ls\\u200b', '│ rm'], isDeceptive: true })
  expect(exact('rm -rf build', 8)).toEqual({ rows: ['│ rm -rf b', '┆ uild'], isDeceptive: false })
})
