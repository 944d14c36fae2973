const encoder = new TextEncoder()
// With `stream: true`, a `TextDecoder` is slower, creates strings of twice the size, and cannot be shared.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export function toUtf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text)
}

const nothing = new Uint8Array()

/** Creates a decoder for chunks that may be split inside a character. An incomplete character is kept until the next chunk. */
export function createUtf8Decoder(): (bytes: Uint8Array) => string {
  let half: Uint8Array = nothing
  let isBegun = false
  return (bytes) => {
    const whole = half.length > 0 ? joined([half, bytes]) : bytes
    const end = endOfWhole(whole)
    half = end === whole.length ? nothing : whole.slice(end)
    const text = decoder.decode(half === nothing ? whole : whole.subarray(0, end))
    if (isBegun || text === '') return text
    isBegun = true
    return text.startsWith('\ufeff') ? text.slice(1) : text
  }
}

/** Returns the index of an incomplete character at the end, or the length if there is none. */
function endOfWhole(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes.length
    // The first byte of a character determines its length.
    if (byte >= 0xc0) return lengthOf(byte) > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

function lengthOf(first: number): number {
  if (first >= 0xf0) return 4
  return first >= 0xe0 ? 3 : 2
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
