/**
 * Packs a vector of unit length into base64 with one byte per dimension: a quarter of the size, and accurate enough to
 * rank facts.
 */
export function packVector(vector: readonly number[] | Float32Array): string {
  const length = Math.hypot(...vector) || 1
  return Buffer.from(Int8Array.from(vector, (part) => Math.round((127 * part) / length)).buffer).toString('base64')
}

/** Returns the cosine of the angle between two packed vectors, or 0 for vectors of different models. */
export function similarity(left: string, right: string): number {
  const [a, b] = [toBytes(left), toBytes(right)]
  if (a.length !== b.length) return 0
  const dot = a.reduce((sum, part, index) => sum + part * (b[index] ?? 0), 0)
  return dot / 127 ** 2
}

function toBytes(packed: string): Int8Array {
  return new Int8Array(Buffer.from(packed, 'base64'))
}
