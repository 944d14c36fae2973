import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { createStyle } from '../text/style.js'
import { textWidth } from '../text/text-width.js'
import { createCodeLines } from './code-painter.js'
import { createCodePainter } from './highlight-code.js'
import { createMarkdownStream } from './markdown-stream.js'

const style = createStyle(true, undefined, true)
const painter = createCodePainter(style)
const markdown = (text: string, columns = 80) => {
  const stream = createMarkdownStream({ style, columns: () => columns, painter: () => painter })
  return stream.push(text) + stream.end()
}

test('paints code line by line, including constructs that span several lines', () => {
  const lines = createCodeLines(() => painter, 'ts')
  expect(lines.paint('const a = "x" // why')).toBe(
    `${style.keyword('const')} a = ${style.success('"x"')} ${style.muted('// why')}`,
  )
  expect(lines.paint('/* one')).toBe(style.muted('/* one'))
  expect(lines.paint('const two */')).toBe(style.muted('const two */'))
})

test('keeps the text of any code, and paints unknown languages in one color', () => {
  const code = '<a href="&lt;">\n\n  `x`\n'
  expect(stripVTControlCharacters(markdown(`\`\`\`html\n${code}\`\`\`\n`))).toBe(`\`\`\`html\n${code}\`\`\`\n`)
  expect(markdown('```nonsense\nx = 1\n```\n')).toContain(style.accent('x = 1'))
})

test('re-reads a bounded part of a long block for each line', () => {
  const lengths: number[] = []
  const read = (code: string) => {
    lengths.push(code.length)
    return code
  }
  const lines = createCodeLines(() => read, 'ts')
  for (let line = 0; line < 2_000; line += 1) expect(lines.paint(`const a${line}`)).toBe(`const a${line}`)
  expect(Math.max(...lengths)).toBeLessThan(4_000)
})

test('links web addresses only', () => {
  expect(markdown('[docs](https://example.com)\n')).toContain('\u001b]8;;https://example.com\u001b\\')
  for (const url of ['javascript:alert(1)', 'file:///etc/passwd'])
    expect(markdown(`[docs](${url})\n`)).not.toContain('\u001b]8')
  expect(markdown('[docs](https://x\u0007y)\n')).not.toContain('\u0007')
})

test.each([20, 40, 80])('wraps the cells of a table to %i columns', (columns) => {
  const table = `| name | about |\n|---|---|\n| a | ${'long words '.repeat(20)} |\n| ${'x'.repeat(90)} | 漢字漢字漢字漢字漢字漢字漢字 |\n`
  const rows = stripVTControlCharacters(markdown(table, columns)).trimEnd().split('\n')
  for (const row of rows) expect(textWidth(row)).toBeLessThanOrEqual(columns)
  expect(rows[0]).toContain('│')
})
