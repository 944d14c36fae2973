import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findFlippedBit } from './find-flipped-bit.js'

test('finds the bit that was flipped, wherever it is', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 3000 }), fc.nat(), fc.nat(7), (bytes, place, bit) => {
      const byte = place % bytes.length
      const flipped = bytes.with(byte, (bytes[byte] ?? 0) ^ (1 << bit))
      expect(findFlippedBit(crc32(flipped) ^ crc32(bytes), bytes.length)).toEqual({ byte, bit })
    }),
  )
})

test('finds none when several bits differ', () => {
  const bytes = Buffer.from('the kettle sings')
  const flipped = Buffer.from('the kittle songs')
  expect(findFlippedBit(crc32(flipped) ^ crc32(bytes), bytes.length)).toBeUndefined()
})
