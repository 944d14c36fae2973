import { expect, test } from 'vitest'
import { voiceMessage } from '../../testing/voice-message.js'
import { oggDurationMs } from './ogg-duration.js'

/** Creates a page of Ogg with one packet. Checksums are not read. */
function page(position: bigint, packet: Uint8Array, stream = 1): Buffer {
  const header = Buffer.alloc(28)
  header.write('OggS')
  header.writeBigInt64LE(position, 6)
  header.writeUInt32LE(stream, 14)
  header[26] = 1
  header[27] = packet.length
  return Buffer.concat([header, packet])
}

function vorbisHead(rate: number): Buffer {
  const packet = Buffer.alloc(30)
  packet.write('\u0001vorbis', 'latin1')
  packet.writeUInt32LE(rate, 12)
  return packet
}

test('skips the samples at the start of an Opus recording that are not played', () => {
  expect(oggDurationMs(voiceMessage)).toBe(500)
})

test('counts the samples of a Vorbis recording in its own stream', () => {
  const samples = [
    page(44_100n, Buffer.from('sound')),
    page(-1n, Buffer.from('OggS')),
    page(90_000n, Buffer.alloc(1), 2),
  ]
  expect(oggDurationMs(Buffer.concat([page(0n, vorbisHead(44_100)), ...samples]))).toBe(1000)
})

test.each([
  ['nothing', new Uint8Array()],
  ['an MP3', Buffer.concat([Buffer.from('ID3'), Buffer.alloc(100)])],
  ['the start of a page', voiceMessage.subarray(0, 20)],
  ['a header that is cut off', voiceMessage.subarray(0, 36)],
  ['a rate of zero', page(5n, vorbisHead(0))],
  ['another codec', page(5n, Buffer.from('Speex   1.2'))],
])('%s has no known duration', (_, content) => {
  expect(oggDurationMs(content)).toBeUndefined()
})
