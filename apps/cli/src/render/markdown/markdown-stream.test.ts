import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createStyle } from '../text/style.js'
import { textWidth } from '../text/text-width.js'
import { createMarkdownStream } from './markdown-stream.js'

function render(text: string, { columns = 80, color = false, size = text.length || 1 } = {}): string {
  const stream = createMarkdownStream({ style: createStyle(color), columns: () => columns })
  let output = ''
  for (let at = 0; at < text.length; at += size) output += stream.push(text.slice(at, at + size))
  return output + stream.end()
}

const sample = `# Title

Some **bold**, *slanted* and \`code\` with snake_case_names and src/**/*.ts globs.
- first item
- [docs](https://example.org)
  1. nested

\`\`\`ts
const x = '**not bold**'
\`\`\`
> quoted

| a | b |
| - | - |
| 1 | 22 |

---
2 * 3 * 4 and an open **end`

test('renders headings, lists, code, quotes, tables and rules', () => {
  expect(render(sample)).toBe(`Title

Some bold, slanted and code with snake_case_names and src/**/*.ts globs.
• first item
• docs (https://example.org)
  1. nested

\`\`\`ts
const x = '**not bold**'
\`\`\`
│ quoted

a │ b
──┼───
1 │ 22

${'─'.repeat(40)}
2 * 3 * 4 and an open **end
`)
})

test('renders the same for any split into chunks', () => {
  for (let size = 1; size < 20; size += 1) {
    expect(render(sample, { size, color: true })).toBe(render(sample, { color: true }))
  }
})

test('paints bold text, and does not parse code fences', () => {
  const output = render(sample, { color: true })
  expect(output).toContain('\u001b[1mbold')
  expect(output).toContain("const x = '**not bold**'")
})

test('writes a paragraph word by word, before its line ends', () => {
  const stream = createMarkdownStream({ style: createStyle(false), columns: () => 80 })
  expect(stream.push('The answer ')).toBe('The answer')
  expect(stream.push('is **forty')).toBe(' is')
  expect(stream.push('-two** and')).toBe(' forty-two')
  expect(stream.end()).toBe(' and\n')
})

test('wraps lines at words with hanging list items', () => {
  expect(render('- one two three four', { columns: 11 })).toBe('• one two\n  three\n  four\n')
})

test("wraps wide characters at the terminal's edge", () => {
  const lines = render('漢字漢字漢字 😀😀😀', { columns: 8 }).trimEnd().split('\n')
  expect(lines.map(textWidth).every((width) => width <= 8)).toBe(true)
  expect(lines.join('')).toContain('漢字漢字')
})

test('removes control sequences from model output', () => {
  const output = render('a \u001b[2Jb \u0007c\r\nd \u009b31m')
  expect(output).toBe('a \\x1b[2Jb \\x07c\nd \\x9b31m\n')
})

test.each(['#  a', '-   a', '1.  a'])('renders %j the same for any split', (input) => {
  expect(render(input, { size: 1 })).toBe(render(input))
})

test('neither loses nor repeats characters of any input', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', ' ', '\n', '*', '_', '`', '[', ']', '(', '#', '-', '~', '1', '.'),
  })
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 9 }), (input, size) => {
      const output = render(input, { size })
      expect(output.replaceAll(/[^ab]/g, '')).toBe(input.replaceAll(/[^ab]/g, ''))
      expect(output).toBe(render(input))
    }),
    { numRuns: 2000 },
  )
})

test('aligns the columns of a table as specified', () => {
  const table = '| name | price | mark |\n| :-- | --: | :-: |\n| tea | 12.50 | x |\n| 緑茶 | 8 | yes |\n'
  expect(render(table)).toBe(
    ['name │ price │ mark', '─────┼───────┼─────', 'tea  │ 12.50 │  x', '緑茶 │     8 │ yes', ''].join('\n'),
  )
})
