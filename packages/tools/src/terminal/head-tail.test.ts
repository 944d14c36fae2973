import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHeadTail } from './head-tail.js'
import { stripAnsi } from './strip-ansi.js'

const limit = 200

function bound(pieces: readonly Uint8Array[], clean = (text: string) => text): string {
  const kept = createHeadTail({ limit, clean })
  for (const piece of pieces) kept.push(piece)
  return kept.toString()
}

/** Cuts bytes anywhere, also in the middle of a character. */
function cut(data: Uint8Array, borders: readonly number[]): Uint8Array[] {
  const sorted = [...borders.map((border) => border % data.length), 0].sort((left, right) => left - right)
  return sorted.map((border, index) => data.subarray(border, sorted[index + 1]))
}

const borders = fc.array(fc.nat(), { maxLength: 20 })

test('text within the limit is kept as it is, wherever it was cut', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(text, borders, (given, at) => {
      fc.pre(given.length <= limit)
      expect(bound(cut(Buffer.from(given), at))).toBe(given)
    }),
  )
})

test('of a longer text the beginning and the end are kept, with a count of the rest', () => {
  // From just above the limit to far above what is kept as bytes.
  const text = fc.tuple(fc.string({ unit: 'grapheme', minLength: limit + 1 }), fc.integer({ min: 1, max: 60 }))
  fc.assert(
    fc.property(text, borders, ([unit, times], at) => {
      const whole = unit.repeat(times)
      const result = bound(cut(Buffer.from(whole), at))
      const [, head, omitted, tail] = /^(.*)\n\n\[\.\.\. ([\d,]+) bytes .*?\]\n\n(.*)$/s.exec(result) ?? []
      if (head === undefined || tail === undefined || omitted === undefined) throw new Error(`No note in ${result}`)
      expect(result.length).toBeLessThanOrEqual(limit)
      expect(whole.startsWith(head)).toBe(true)
      expect(whole.endsWith(tail)).toBe(true)
      const bytes = Buffer.byteLength(head) + Number(omitted.replaceAll(',', '')) + Buffer.byteLength(tail)
      expect(bytes).toBe(Buffer.byteLength(whole))
    }),
  )
})

test('what is cleaned away does not count', () => {
  const red = '\u001b[31mx\u001b[0m'
  expect(bound([Buffer.from(red.repeat(limit))], stripAnsi)).toBe('x'.repeat(limit))
})

test('the newest text is at hand at any time', () => {
  const kept = createHeadTail({ limit, clean: stripAnsi })
  kept.push(Buffer.from('first\n'))
  expect(kept.recent()).toBe('first\n')
  kept.push(Buffer.from('x'.repeat(100_000)))
  kept.push(Buffer.from('\nlast'))
  expect(kept.recent()).toMatch(/x\nlast$/)
})
