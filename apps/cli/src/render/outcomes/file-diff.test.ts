import { expect, test } from 'vitest'
import { createStyle } from '../text/style.js'
import { textWidth } from '../text/text-width.js'
import { wordMarks } from '../text/word-marks.js'
import { parseDiff, renderDiff } from './file-diff.js'

const style = createStyle(false)
const header = '--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n'

test('marks the words that differ', () => {
  expect(wordMarks('const a = one', 'const a = two')).toEqual({
    before: { start: 'const a = ', changed: 'one', end: '' },
    after: { start: 'const a = ', changed: 'two', end: '' },
  })
  expect(wordMarks('something else', 'not alike at all')).toBeUndefined()
})

test('marks replaced lines only', () => {
  const painted = (diff: string) =>
    renderDiff(parseDiff(header + diff), { style: createStyle(true), columns: 80, maxLines: 9 })
  expect(painted('-const a = one\n+const a = two')).toContain('\u001b[7m')
  expect(painted('+const a = two')).not.toContain('\u001b[7m')
  expect(painted('-const a = one\n+const a = two\n+const b = two')).not.toContain('\u001b[7m')
})

test.each([20, 80, 200])('stays within %i columns', (columns) => {
  const diff = `${header}-${'漢字 '.repeat(90)}\n+${'漢字 '.repeat(80)}x\n\t${'w'.repeat(300)}`
  const rows = renderDiff(parseDiff(diff), { style, columns, maxLines: 9 }).trimEnd().split('\n')
  for (const row of rows) expect(textWidth(row)).toBeLessThan(columns)
})

test('counts the lines that it leaves out, and names the files when there are several', () => {
  const diff = `${header}${Array.from({ length: 9 }, () => '+x').join('\n')}`
  expect(renderDiff(parseDiff(diff), { style, columns: 80, maxLines: 2 })).toBe('  1 + x\n  2 + x\n  … 7 more lines\n')
  const two = `${header}+x\n--- a/b.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-y`
  expect(renderDiff(parseDiff(two), { style, columns: 80, maxLines: 9 })).toBe(
    '  a.ts\n  1 + x\n  /dev/null\n  1 - y\n',
  )
})
