import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundContent, boundText } from './bound-output.js'

test('keeps text within the limit', () => {
  expect(boundText('abc', 3)).toBe('abc')
})

test('keeps the head and tail of a long text and says how much is missing', () => {
  const bounded = boundText(`head${'x'.repeat(10_000)}tail`, 1_000)
  expect(bounded).toMatch(/^headx+\n\n\[\.\.\. ([\d,]+) characters left out \.\.\.\]\n\nx+tail$/)
  const [, left = ''] = /\[\.\.\. ([\d,]+)/.exec(bounded) ?? []
  expect(Number(left.replace(',', '')) + bounded.replace(/\n\n\[.*\]\n\n/, '').length).toBe(10_008)
})

test('never exceeds the limit and never splits a character', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '😀', '\uD800', '\n'), maxLength: 400 })
  fc.assert(
    fc.property(text, fc.integer({ min: 100, max: 300 }), (value, limit) => {
      const bounded = boundText(value, limit)
      expect(bounded.length).toBeLessThanOrEqual(limit)
      expect(bounded.isWellFormed()).toBe(true)
    }),
  )
})

test('applies one limit to all parts and keeps images', () => {
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } } as const
  const text = (length: number) => ({ type: 'text', text: 'x'.repeat(length) }) as const
  const bounded = boundContent([text(500), image, text(5_000)], 1_000)
  expect(bounded[0]).toEqual(text(500))
  expect(bounded[1]).toBe(image)
  expect(bounded[2]).toMatchObject({ text: expect.stringMatching(/left out/) })
})
