const magic = 'OggS'
const headerBytes = 27

/** Returns the duration of a sound in Ogg (Opus or Vorbis), in milliseconds; `undefined` for other formats. */
export function oggDurationMs(content: Uint8Array): number | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const clock = bytes.length > headerBytes && bytes.toString('latin1', 0, 4) === magic ? clockOf(bytes) : undefined
  const end = clock && lastPosition(bytes)
  if (clock === undefined || end === undefined) return undefined
  return Math.round(Math.max(0, ((end - clock.skipped) / clock.rate) * 1000))
}

/** Returns the unit of positions in the stream, from the first packet. */
function clockOf(bytes: Buffer): { readonly rate: number; readonly skipped: number } | undefined {
  const packet = bytes.subarray(headerBytes + bytes.readUInt8(26))
  // Opus always counts samples at 48 kHz, and starts with some that are not played (RFC 7845).
  if (packet.length >= 12 && packet.toString('latin1', 0, 8) === 'OpusHead') {
    return { rate: 48_000, skipped: packet.readUInt16LE(10) }
  }
  const rate = packet.length >= 16 && packet.toString('latin1', 1, 7) === 'vorbis' ? packet.readUInt32LE(12) : 0
  return rate > 0 ? { rate, skipped: 0 } : undefined
}

/**
 * Returns the position at the end of the last page of the first stream. A page in which no packet ends has the position
 * -1.
 */
function lastPosition(bytes: Buffer): number | undefined {
  const stream = bytes.readUInt32LE(14)
  for (let at = bytes.lastIndexOf(magic); at >= 0; at = at > 0 ? bytes.lastIndexOf(magic, at - 1) : -1) {
    if (at + headerBytes > bytes.length || bytes.readUInt32LE(at + 14) !== stream) continue
    const position = bytes.readBigInt64LE(at + 6)
    if (position >= 0n) return Number(position)
  }
  return undefined
}
