import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFrameReader } from './frame-reader.js'

const mark = Buffer.from('00112233445566778899aabbccddeeff', 'hex')

/** Creates a frame as a kernel writes it, in pieces of at most `pieceLength` bytes. */
function frame(message: unknown, pieceLength = 40): Buffer {
  const data = Buffer.from(JSON.stringify(message))
  const pieces: Buffer[] = []
  for (let at = 0; at < data.length; at += pieceLength) {
    const piece = data.subarray(at, at + pieceLength)
    const more = at + pieceLength < data.length ? 1 : 0
    pieces.push(mark, Buffer.from([more, piece.length >> 8, piece.length & 255]), piece)
  }
  return Buffer.concat(pieces)
}

function read(chunks: readonly Uint8Array[]) {
  const text: Uint8Array[] = []
  const messages: unknown[] = []
  const reader = createFrameReader({
    mark,
    onText: (data) => text.push(Buffer.from(data)),
    onMessage: (message) => messages.push(message),
  })
  for (const chunk of chunks) reader.push(chunk)
  return { text: Buffer.concat(text), messages }
}

/** Splits data at arbitrary positions. */
function cut(data: Buffer, places: readonly number[]): Buffer[] {
  const sorted = [...new Set([0, data.length, ...places.map((place) => place % (data.length + 1))])].sort(
    (a, b) => a - b,
  )
  return sorted.slice(1).map((end, index) => data.subarray(sorted[index], end))
}

/** Text that resembles the start of a marker. */
const printed = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 30 }),
      fc.nat(15).map((length) => mark.subarray(0, length)),
    ),
    { maxLength: 6 },
  )
  .map((parts) => Buffer.concat(parts))
  .filter((text) => !text.includes(mark))

test('separates messages from text at any chunk boundary', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ before: printed, message: fc.dictionary(fc.string(), fc.string({ unit: 'binary' })) }), {
        maxLength: 5,
      }),
      fc.array(fc.nat(), { maxLength: 20 }),
      fc.integer({ min: 1, max: 60 }),
      (parts, places, pieceLength) => {
        const stream = Buffer.concat(parts.flatMap(({ before, message }) => [before, frame(message, pieceLength)]))
        const seen = read(cut(stream, places))
        expect(seen.text).toEqual(Buffer.concat(parts.map(({ before }) => before)))
        expect(seen.messages).toEqual(parts.map(({ message }) => message))
      },
    ),
  )
})

test('a program that guesses the marker affects only itself', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constant(mark), fc.uint8Array({ maxLength: 50 })), { maxLength: 20 }),
      fc.array(fc.nat()),
      (parts, places) => {
        expect(() => read(cut(Buffer.concat(parts), places))).not.toThrow()
      },
    ),
  )
  const forged = Buffer.concat([mark, Buffer.from([0, 0, 5]), Buffer.from('{not}')])
  expect(read([Buffer.from('a'), forged, frame({ n: 1 }), Buffer.from('b')])).toEqual({
    text: Buffer.from('ab'),
    messages: [{ n: 1 }],
  })
})

test('emits text immediately, except for what may be the start of a marker', () => {
  expect(read([Buffer.from('no line break')]).text.toString()).toBe('no line break')
  expect(read([Buffer.concat([Buffer.from('text'), mark.subarray(0, 15)])]).text.toString()).toBe('text')
  expect(read([mark.subarray(0, 15), Buffer.from('x')]).text).toEqual(
    Buffer.concat([mark.subarray(0, 15), Buffer.from('x')]),
  )
})

test('drops a message that is too long and reads the next one', () => {
  const piece = Buffer.concat([mark, Buffer.from([1, 255, 255]), Buffer.alloc(65_535, ' ')])
  const endless = Array.from({ length: 1_100 }, () => piece)
  expect(read([...endless, frame({ lost: true }), frame({ n: 1 })]).messages).toEqual([{ n: 1 }])
})
