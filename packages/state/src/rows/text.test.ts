import type { MessageContent } from '@hermes/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeContent, decodeText, encodeContent, encodeText } from './text.js'

/** Arbitrary UTF-16 units, including unpaired surrogates, NUL and the marker of encoded text. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff }), fc.constant(0)))
  .chain((units) => fc.constantFrom('', '\u0001json:', 'json:').map((start) => start + String.fromCharCode(...units)))

const anyContent: fc.Arbitrary<MessageContent> = fc.oneof(
  anyText,
  fc.array(anyText.map((text) => ({ type: 'text', text }) as const)),
)

test('arbitrary text and parts round-trip through UTF-8 without NUL', () => {
  fc.assert(
    fc.property(anyContent, (content) => {
      const stored = encodeContent(content)
      expect(stored.isWellFormed()).toBe(true)
      expect(stored).not.toContain('\0')
      expect(decodeContent(stored)).toEqual(content)
    }),
  )
  fc.assert(
    fc.property(anyText, (text) => {
      expect(decodeText(encodeText(text))).toBe(text)
    }),
  )
})

test('stores ordinary text as is', () => {
  for (const text of ['', 'plain', '["json"]', 'null', 'naïve 🪽\n\t\u001b[0m']) expect(encodeText(text)).toBe(text)
})
