/** A vector as signed bytes: a quarter of the room, and the angle between two, which alone counts, hardly changes. */
export function toBytes(vector: readonly number[] | Float32Array): Buffer {
  let longest = 0
  for (const value of vector) longest = Math.max(longest, Math.abs(value))
  const scale = longest > 0 && Number.isFinite(longest) ? 127 / longest : 0
  return Buffer.from(Int8Array.from(vector, (value) => Math.round(value * scale)).buffer)
}
