/** Buffer for the newest bytes of a stream, with a fixed size. */
export interface ByteRing {
  push(data: Uint8Array): void
  /** Returns the kept bytes, oldest first. */
  bytes(): Uint8Array
}

export function createByteRing(size: number): ByteRing {
  const ring = new Uint8Array(size)
  let position = 0
  let isFull = false
  return {
    push(data) {
      const newest = data.subarray(Math.max(0, data.length - size))
      const beforeEnd = newest.subarray(0, size - position)
      ring.set(beforeEnd, position)
      ring.set(newest.subarray(beforeEnd.length), 0)
      isFull ||= position + newest.length >= size
      position = (position + newest.length) % size
    },
    bytes() {
      const newer = ring.subarray(0, position)
      return isFull ? Buffer.concat([ring.subarray(position), newer]) : newer
    },
  }
}
