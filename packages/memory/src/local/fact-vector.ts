/** A vector of unit length with one byte for each dimension, as base64: a quarter of the size, and close enough to rank facts. */
export function packVector(vector: readonly number[] | Float32Array): string {
  const length = Math.hypot(...vector) || 1
  return Buffer.from(Int8Array.from(vector, (part) => Math.round((127 * part) / length)).buffer).toString('base64')
}

/** The cosine of the angle between two packed vectors; 0 for vectors of different models. */
export function similarity(left: string, right: string): number {
  const [a, b] = [toBytes(left), toBytes(right)]
  if (a.length !== b.length) return 0
  const dot = a.reduce((sum, part, index) => sum + part * (b[index] ?? 0), 0)
  return dot / 127 ** 2
}

function toBytes(packed: string): Int8Array {
  return new Int8Array(Buffer.from(packed, 'base64'))
}
