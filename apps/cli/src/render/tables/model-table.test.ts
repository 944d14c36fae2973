import { expect, test } from 'vitest'
import { type ModelRow, modelTable } from './model-table.js'

const price = { input: 2_500_000, output: 15_000_000, source: 'test', version: '1' }
const rows: readonly ModelRow[] = [
  { provider: 'lab', id: 'large', contextWindow: 1_050_000, maxOutputTokens: 64_000, price, toolCalls: true },
  { provider: 'house', id: 'qwen3-日本' },
]

test('aligns columns with known values and wide characters', () => {
  expect(modelTable(rows)).toBe(
    [
      'provider  model       context  output  $ in  $ out',
      'lab       large         1.05M     64k   2.5     15  tools',
      'house     qwen3-日本        -       -     -      -',
      '',
    ].join('\n'),
  )
  expect(modelTable(rows.slice(1), { isNumbered: true })).toMatch(/^1 {2}qwen3-日本/m)
})

test('drops columns that do not fit, names last', () => {
  const head = (width: number) =>
    modelTable(rows, { width })
      .split('\n')[0]
      ?.split(/\s{2,}/)
  expect(head(50)).toEqual(['provider', 'model', 'context', 'output', '$ in', '$ out'])
  expect(head(49)).toEqual(['provider', 'model', 'context', '$ in', '$ out'])
  expect(head(35)).toEqual(['provider', 'model', 'context', '$ in'])
  expect(head(22)).toEqual(['provider', 'model'])
  expect(modelTable(rows, { width: 14 })).toContain('house     qwe…\n')
})
