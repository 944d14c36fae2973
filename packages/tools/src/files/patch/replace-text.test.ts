import fc from 'fast-check'
import { expect, test } from 'vitest'
import { replaceText } from './replace-text.js'

const line = fc.string({ unit: fc.constantFrom(...'ab {}()\t“"') })
const text = fc.array(line, { minLength: 1, maxLength: 12 }).map((lines) => lines.join('\n'))

test('replaces text that occurs once and keeps the rest byte for byte', () => {
  fc.assert(
    fc.property(text, text, text, (head, tail, after) => {
      const before = 'the only one'
      const result = replaceText(`${head}${before}${tail}`, { before, after, all: false })
      expect(result).toEqual({ text: `${head}${after}${tail}`, count: 1 })
    }),
  )
})

test('replaces all occurrences like splitting and joining', () => {
  fc.assert(
    fc.property(text, line, line, (whole, before, after) => {
      fc.pre(before !== '' && before !== after && whole.includes(before))
      expect(replaceText(whole, { before, after, all: true }).text).toBe(whole.split(before).join(after))
    }),
  )
})

test('returns a result or an error message for arbitrary input', () => {
  fc.assert(
    fc.property(text, text, text, fc.boolean(), (whole, before, after, all) => {
      try {
        expect(replaceText(whole, { before, after, all }).count).toBeGreaterThan(0)
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^file\/(no-match|invalid)$/) })
      }
    }),
  )
})

test('handles thousands of equal lines', () => {
  const whole = `${'  a\n'.repeat(50_000)}b\n`
  const before = `${'a\n'.repeat(20_000)}c`
  expect(() => replaceText(whole, { before, after: 'x', all: false })).toThrow(/not found/)
})
