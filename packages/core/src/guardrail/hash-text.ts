/** Returns a 53-bit hash, to compare texts without keeping them. Not collision-resistant against an attacker. */
export function hashText(text: string): number {
  let low = 0x811c9dc5
  let high = 0x9747b28c
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ unit, 0x5bd1e995)
    high = (high << 13) | (high >>> 19)
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0)
}
