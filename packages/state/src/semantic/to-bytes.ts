/** Quantizes a vector to signed bytes. This needs a quarter of the size and keeps nearly the same angles, which are all that is compared. */
export function toBytes(vector: readonly number[] | Float32Array): Buffer {
  let longest = 0
  for (const value of vector) longest = Math.max(longest, Math.abs(value))
  const scale = longest > 0 && Number.isFinite(longest) ? 127 / longest : 0
  return Buffer.from(Int8Array.from(vector, (value) => Math.round(value * scale)).buffer)
}
