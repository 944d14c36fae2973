import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createUtf8Decoder, joined, toUtf8 } from './utf8.js'

test('decodes the same text wherever the bytes are split', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '👋', '\ufeff', '\0') })
  fc.assert(
    fc.property(texts, fc.array(fc.nat(), { maxLength: 8 }), (text, cuts) => {
      const bytes = toUtf8(text)
      const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b)
      const decode = createUtf8Decoder()
      const pieces = places.slice(1).map((end, index) => decode(bytes.subarray(places[index], end)))
      expect(pieces.join('')).toBe(text.startsWith('\ufeff') ? text.slice(1) : text)
    }),
  )
})

test('replaces invalid bytes without delaying the text that follows', () => {
  const decode = createUtf8Decoder()
  expect(decode(Uint8Array.of(0x61, 0xff, 0x80, 0x62))).toBe('a\ufffd\ufffdb')
  expect(decode(Uint8Array.of(0xe6, 0xbc))).toBe('')
  expect(decode(toUtf8('!'))).toBe('\ufffd!')
})

test('joins chunks in order', () => {
  expect(joined([toUtf8('a'), new Uint8Array(), toUtf8('é')])).toEqual(toUtf8('aé'))
})
