import fc from 'fast-check'
import { expect, test } from 'vitest'
import { oneLine } from './one-line.js'

test.each([
  ['  two\n\t lines ', 20, 'two lines'],
  ['exactly', 7, 'exactly'],
  ['one too long', 11, 'one too lo…'],
  ['🙂🙂🙂', 5, '🙂🙂…'],
  ['🙂🙂🙂', 4, '🙂…'],
  ['', 5, ''],
])('shortens %j in %i characters to %j', (text, length, line) => expect(oneLine(text, length)).toBe(line))

test('returns one well-formed line within the limit for arbitrary text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\t', '🙂', 'é') })
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 30 }), (value, length) => {
      const line = oneLine(value, length)
      expect(line.length).toBeLessThanOrEqual(length)
      expect(line).not.toMatch(/[\n\t]|^ | {2}/)
      expect(line.isWellFormed()).toBe(true)
    }),
  )
})
