/** The position of a bit in a text. */
export interface BitPosition {
  readonly byte: number
  /** Number of the bit, where 0 is the lowest. */
  readonly bit: number
}

const polynomial = 0xed_b8_83_20

/**
 * Finds the one bit that differs between the bytes and those whose checksum was stored. CRC-32 is linear: the
 * difference of two checksums depends only on which bits differ, and for one bit only on its distance from the end.
 *
 * @param difference The exclusive or of the checksum of the bytes and the stored one.
 * @param length The number of bytes.
 * @returns `undefined` when more than one bit differs.
 */
export function findFlippedBit(difference: number, length: number): BitPosition | undefined {
  const table = crcTable()
  const bits = new Map(Array.from({ length: 8 }, (_, bit) => [table[1 << bit] ?? 0, bit]))
  const indexes = new Map(Array.from(table, (entry, index) => [entry >>> 24, index]))
  let state = difference >>> 0
  for (let byte = length - 1; byte >= 0; byte--) {
    const bit = bits.get(state)
    if (bit !== undefined) return { byte, bit }
    // Undoes one step of the checksum.
    const index = indexes.get(state >>> 24) ?? 0
    state = (((state ^ (table[index] ?? 0)) << 8) | index) >>> 0
  }
  return undefined
}

function crcTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, index) => {
    let entry = index
    for (let bit = 0; bit < 8; bit++) entry = entry & 1 ? (entry >>> 1) ^ polynomial : entry >>> 1
    return entry
  })
}
