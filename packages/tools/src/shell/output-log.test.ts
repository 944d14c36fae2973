import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createOutputLog } from './output-log.js'

const limit = 200
const create = () => createOutputLog({ kept: 400, head: limit })

describe('bounded', () => {
  const bounded = (pieces: readonly string[]) => {
    const log = create()
    for (const piece of pieces) log.append(piece)
    return log.bounded(limit, ({ head, tail }) => `\n\n[${log.length() - head.length - tail.length}]\n\n`)
  }

  test('keeps text within the limit, at any chunk boundary', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 12 }), (pieces) => {
        fc.pre(pieces.join('').length <= limit)
        expect(bounded(pieces)).toBe(pieces.join(''))
      }),
    )
  })

  test('keeps the start and end of a longer text and counts the rest', () => {
    const piece = fc.string({ unit: 'grapheme', minLength: 1 })
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, fc.integer({ min: 1, max: 300 })), { minLength: 1 }), (runs) => {
        const pieces = runs.map(([unit, times]) => unit.repeat(times))
        const whole = pieces.join('')
        fc.pre(whole.length > limit)
        const shown = bounded(pieces)
        const [, head, left, tail] = /^(.*)\n\n\[(\d+)\]\n\n(.*)$/s.exec(shown) ?? []
        if (head === undefined || tail === undefined) throw new Error(`There is no note in ${shown}`)
        expect(shown.length).toBeLessThanOrEqual(limit)
        expect(shown.isWellFormed() || !whole.isWellFormed()).toBe(true)
        expect([whole.startsWith(head), whole.endsWith(tail)]).toEqual([true, true])
        expect(head.length + Number(left) + tail.length).toBe(whole.length)
      }),
    )
  })
})

test('returns the text after a position and how much of it was dropped', () => {
  const log = create()
  log.append('one\n')
  const position = log.length()
  log.append('two\n')
  expect(log.since(position)).toEqual({ text: 'two\n', missed: 0 })
  expect(log.since(log.length())).toEqual({ text: '', missed: 0 })
  for (let line = 0; line < 500; line += 1) log.append(`line ${line}\n`)
  const { text, missed } = log.since(position)
  expect(text).toMatch(/line 499\n$/)
  expect(text.length + missed).toBe(log.length() - position)
  expect(missed).toBeGreaterThan(0)
})

describe('page', () => {
  const numbered = (count: number) => {
    const log = create()
    for (let line = 0; line < count; line += 1) log.append(`line ${line}\n`)
    return log
  }

  test('returns lines by number, and the last ones by default', () => {
    expect(numbered(9).page(2, 3)).toEqual({ text: 'line 2\nline 3\nline 4', first: 2, count: 3 })
    expect(numbered(9).page(undefined, 2)).toEqual({ text: 'line 7\nline 8', first: 7, count: 2 })
    expect(numbered(9).page(50, 2)).toMatchObject({ text: '', count: 0 })
  })

  test('starts at the first line that is still kept, with its number', () => {
    const { text, first } = numbered(1_000).page(0, 1)
    expect(first).toBeGreaterThan(900)
    expect(text).toBe(`line ${first}`)
  })
})
