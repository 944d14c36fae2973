import { expect, test } from 'vitest'
import { textWidth } from '../../render/text/text-width.js'
import { layOutInput } from './input-layout.js'

const options = { prompt: '> ', columns: 10, maxRows: 20 }

test('puts a short text on one row with the cursor after it', () => {
  expect(layOutInput({ before: 'abc', after: '' }, options)).toEqual({ rows: ['> abc'], cursor: { row: 0, column: 5 } })
})

test('indents lines and wrapped rows by the width of the prompt', () => {
  const { rows, cursor } = layOutInput({ before: 'one\n12345678', after: '9' }, options)
  expect(rows).toEqual(['> one', '  1234567', '  89'])
  expect(cursor).toEqual({ row: 2, column: 3 })
})

test('wraps a prompt wider than the terminal, and uses full rows below it', () => {
  const prompt = 'Run it? [y]es [n]o > '
  const { rows, cursor } = layOutInput({ before: 'not now, later', after: '' }, { ...options, prompt })
  expect(rows).toEqual(['Run it?', '[y]es', '[n]o > no', 't now, la', 'ter'])
  expect(cursor).toEqual({ row: 4, column: 3 })
})

test('keeps rows narrower than the terminal, with wide characters and escapes', () => {
  const text = '漢字かな👩‍💻 mixed \u001b text'
  const { rows } = layOutInput({ before: text, after: '' }, options)
  expect(rows.every((row) => textWidth(row) < 10)).toBe(true)
  expect(rows.join('')).not.toContain('\u001b')
})

test('shows the rows around the cursor when a text is taller than the screen', () => {
  const lines = Array.from({ length: 50 }, (_, index) => `l${index}`)
  const before = lines.slice(0, 26).join('\n')
  const after = `\n${lines.slice(26).join('\n')}`
  const { rows, cursor } = layOutInput({ before, after }, { ...options, maxRows: 5 })
  expect(rows).toHaveLength(5)
  expect(rows[cursor.row]).toBe('  l25')
})
