import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countLines, fingerprintResult } from './fingerprint.js'

const volatile = fc.constantFrom(
  '2026-11-21T10:00:01.5Z',
  '2026-11-21 10:00',
  '10:00:01',
  '12.5 seconds',
  '300 ms',
  'took: 12',
  'elapsed_ms=3',
  'pid: 4711',
  '0x7ffe12a00',
  '/tmp/build-a.X7b2Qz',
  'tmpx7b2qz_1',
  '1763719201.25',
)
const text = fc.array(fc.oneof(volatile, fc.constantFrom('done', '\n', '\n\n', ' ', '"', '\t', '(', 'Ä')), {
  maxLength: 12,
})

test('equal results have the same number of lines, whatever is ignored in them', () => {
  fc.assert(
    fc.property(text, volatile, volatile, (words, one, other) => {
      const [left, right] = [one, other].map((word) => [...words, ' ', word, '\n'].join(''))
      if (left === undefined || right === undefined) return
      const isEqual = fingerprintResult(left) === fingerprintResult(right)
      if (isEqual) expect(countLines(left)).toBe(countLines(right))
    }),
  )
})

test('parts count like the text that they form', () => {
  const parts = (texts: readonly string[]) => texts.map((text) => ({ type: 'text', text }) as const)
  for (const texts of [[], ['one'], ['one', 'two\nthree'], ['', '']]) {
    expect(fingerprintResult(parts(texts))).toBe(fingerprintResult(texts.join('\n')))
    expect(countLines(parts(texts))).toBe(countLines(texts.join('\n')))
  }
})
