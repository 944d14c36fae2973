import { crc32 } from 'node:zlib'
import type { JsonObject } from '@hermes/core'

/** The type of a string header. */
const textType = 7

/** Encodes one frame of an AWS event stream: lengths, headers, payload and checksums. */
export function eventStreamFrame(headers: Readonly<Record<string, string>>, payload: string): Uint8Array {
  const headerBytes = Buffer.concat(Object.entries(headers).map(([name, value]) => headerOf(name, value)))
  const payloadBytes = Buffer.from(payload)
  const frame = Buffer.alloc(headerBytes.length + payloadBytes.length + 16)
  frame.writeUInt32BE(frame.length, 0)
  frame.writeUInt32BE(headerBytes.length, 4)
  frame.writeUInt32BE(crc32(frame.subarray(0, 8)), 8)
  headerBytes.copy(frame, 12)
  payloadBytes.copy(frame, 12 + headerBytes.length)
  frame.writeUInt32BE(crc32(frame.subarray(0, -4)), frame.length - 4)
  return frame
}

/** Encodes an event as Bedrock sends it, with padding that hides the length of its payload. */
export function bedrockEvent(type: string, event: JsonObject): Uint8Array {
  const headers = { ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' }
  return eventStreamFrame(headers, JSON.stringify({ ...event, p: 'abcdefghij' }))
}

/** Encodes an exception that ends a stream early: `throttlingException`, `modelStreamErrorException`, ... */
export function bedrockException(type: string, event: JsonObject): Uint8Array {
  const headers = { ':exception-type': type, ':content-type': 'application/json', ':message-type': 'exception' }
  return eventStreamFrame(headers, JSON.stringify(event))
}

function headerOf(name: string, value: string): Buffer {
  const [nameBytes, valueBytes] = [Buffer.from(name), Buffer.from(value)]
  const length = Buffer.alloc(2)
  length.writeUInt16BE(valueBytes.length)
  return Buffer.concat([Buffer.of(nameBytes.length), nameBytes, Buffer.of(textType), length, valueBytes])
}
