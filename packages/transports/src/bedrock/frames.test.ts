import { crc32 } from 'node:zlib'
import { bedrockEvent, eventStreamFrame } from '@hermes/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFrameParser } from './frames.js'

function parse(pieces: readonly Uint8Array[]) {
  const frames: [Record<string, string>, string][] = []
  const parser = createFrameParser((headers, payload) => frames.push([Object.fromEntries(headers), payload]))
  for (const piece of pieces) parser.push(piece)
  return frames
}

const anyFrame = fc.tuple(
  fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), fc.string({ maxLength: 40 }), { maxKeys: 4 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
)

test('parses the same frames for every chunk boundary', () => {
  fc.assert(
    fc.property(fc.array(anyFrame, { maxLength: 6 }), fc.array(fc.nat(), { maxLength: 12 }), (frames, cuts) => {
      const stream = Buffer.concat(frames.map(([headers, payload]) => eventStreamFrame(headers, payload)))
      const places = [0, ...cuts.map((cut) => cut % (stream.length + 1)), stream.length].toSorted((a, b) => a - b)
      const pieces = places.slice(1).map((end, index) => stream.subarray(places[index], end))
      const expected = frames.map(([headers, payload]) => [{ ...headers }, payload])
      expect(parse(pieces)).toEqual(expected)
      expect(parse(Array.from(stream, (byte) => Uint8Array.of(byte)))).toEqual(expected)
    }),
    { numRuns: 200 },
  )
})

test('does not emit an incomplete frame', () => {
  const frame = bedrockEvent('messageStop', { stopReason: 'end_turn' })
  for (let end = 0; end < frame.length; end++) expect(parse([frame.subarray(0, end)])).toEqual([])
})

test('detects every flipped bit', () => {
  const frame = bedrockEvent('messageStop', { stopReason: 'end_turn' })
  const following = Buffer.alloc(64)
  for (let bit = 0; bit < frame.length * 8; bit++) {
    const changed = Buffer.from(frame)
    changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    // Without the checksum of the lengths, the parser would wait for more bytes if a length were too large.
    expect(() => parse([Buffer.concat([changed, following])])).toThrow(RangeError)
  }
})

test('skips headers that are not text', () => {
  // A frame with a boolean, a number, a timestamp, bytes and a UUID before a text header.
  const headers = Buffer.concat([
    Buffer.from([1, 97, 0, 1, 98, 1]),
    Buffer.from([1, 99, 2, 7, 1, 100, 3, 0, 7, 1, 101, 4, 0, 0, 0, 7]),
    Buffer.from([1, 102, 5, 0, 0, 0, 0, 0, 0, 0, 7, 1, 103, 6, 0, 2, 1, 2]),
    Buffer.from([1, 104, 8, 0, 0, 0, 0, 0, 0, 0, 7, 1, 105, 9, ...new Uint8Array(16)]),
  ])
  expect(parse([withHeaders(headers, { ':event-type': 'x' })])).toEqual([[{ ':event-type': 'x' }, 'payload']])
  expect(() => parse([withHeaders(Buffer.from([1, 97, 10]), {})])).toThrow(RangeError)
})

/** Creates a frame with raw header bytes before those of `headers`. */
function withHeaders(raw: Uint8Array, headers: Record<string, string>): Uint8Array {
  const block = Buffer.concat([raw, eventStreamFrame(headers, '').subarray(12, -4)])
  const frame = Buffer.concat([
    preludeOf(block.length + 'payload'.length + 16, block.length),
    block,
    Buffer.from('payload'),
  ])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(frame))
  return Buffer.concat([frame, checksum])
}

function preludeOf(length: number, headerLength: number): Buffer {
  const prelude = Buffer.alloc(12)
  prelude.writeUInt32BE(length, 0)
  prelude.writeUInt32BE(headerLength, 4)
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8)
  return prelude
}

test('rejects an oversized frame immediately', () => {
  expect(() => parse([preludeOf(100 * 1024 * 1024, 0)])).toThrow(RangeError)
})
