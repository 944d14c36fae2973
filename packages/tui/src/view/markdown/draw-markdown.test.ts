import { stripTerminalSequences } from '@earendil-works/pi-tui'
import { expect, test } from 'vitest'
import { plainLook } from '../../../testing/plain-look.js'
import type { Look } from '../look/look.js'
import { drawMarkdown } from './draw-markdown.js'

const styled = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`
const look: Look = {
  ...plainLook,
  style: { ...plainLook.style, bold: styled(1), code: styled(36), assistant: styled(37) },
  // Imitates a program that knows prices: a formula has no space at its ends and is not followed by a digit.
  formulaLength: (text) => /^(?:\$(?!\s)[^$\d][^$]*\$(?!\d)|\\\([^)]*\\\))/.exec(text)?.[0].length,
}

function draw(text: string, width = 40): string {
  return drawMarkdown(text, width, look)
    .map((row) => stripTerminalSequences(row).trimEnd())
    .join('\n')
}

test('aligns the columns of a table as its second line says, with colors and wide characters', () => {
  const table = [
    'Prices:',
    '| name | price | in `mm` |',
    '|:-----|------:|:----:|',
    '| **日本** | 5 | 1 |',
    '| a | 1234 | `100000` |',
    '',
    '',
    'Done.',
  ]
  expect(draw(table.join('\n'))).toBe(
    [
      'Prices:',
      '',
      '┌──────┬───────┬────────┐',
      '│ name │ price │ in mm  │',
      '├──────┼───────┼────────┤',
      '│ 日本 │     5 │   1    │',
      '│ a    │  1234 │ 100000 │',
      '└──────┴───────┴────────┘',
      '',
      'Done.',
    ].join('\n'),
  )
})

test('keeps the styles of cells that it moves', () => {
  const rows = drawMarkdown('| **a** | `b` |\n| ---: | ---: |\n| 100 | **200** |', 40, look)
  expect(rows[1]).toContain('  \u001b[1m\u001b[1m\u001b[37ma')
  expect(rows[3]).toContain('\u001b[1m\u001b[37m200\u001b[0m')
})

test('wraps the cells of a table that is too wide, each on its side, and leaves a table without space unchanged', () => {
  expect(draw('| a | b |\n| - | -: |\n| x | one two three |', 14)).toContain('│   │    two │')
  expect(draw('| a | b |\n| - | -: |\n| x | y |', 8)).toContain('| x |')
})

test('separates the rows of a table by rules if one is wrapped', () => {
  const rules = (text: string) => draw(text, 14).split('├').length - 1
  expect(rules('| a | b |\n| - | - |\n| x | one two three |\n| y | z |')).toBe(2)
  expect(rules('| a | b |\n| - | - |\n| x | one |\n| y | z |')).toBe(1)
})

test.each(['```\n| a |\n| --: |\n```', '    | a |\n    | --: |', '| a |\n\n| --: |'])(
  'does not mistake other text for a table: %j',
  (text) => expect(draw(text)).not.toContain('┌'),
)

test.each([
  'It costs $5 and $10, or US$ 3.',
  'Between $5-$10 and $20/month = cheap.',
  '`echo $A_B` and $1 and $2',
  'https://example.org/$a?b=$c',
])('leaves prices as they are written: %j', (text) => {
  expect(draw(text, 80)).toBe(text.replaceAll('`', ''))
})

test('leaves code as written', () => {
  expect(draw('    echo $A and $B')).toBe('```\necho $A and $B\n```')
  expect(draw('```sh\necho $A and $B\n```')).toBe('```sh\necho $A and $B\n```')
})

test('draws bold text between two prices', () => {
  expect(drawMarkdown('$5 **or more** and $6', 80, look).join('')).toContain('\u001b[1m\u001b[37mor more')
})

test.each([
  ['It is $E = mc^2$, for $10.', 'It is E = mc², for $10.'],
  ['With \\(x_1\\) and $5.', 'With x₁ and $5.'],
  ['$$\nx \\ne y\n$$\n\nFor $3 to $4.', 'x ≠ y\n\nFor $3 to $4.'],
  ['- item\n    - $5 to $6', '- item\n    - $5 to $6'],
])('draws formulas beside prices: %j', (text, expected) => expect(draw(text, 80)).toBe(expected))
