/** Generates ids; only the first one costs random bytes. */
export function createIds(randomHex: (digits: number) => string): () => string {
  const prefix = randomHex(16)
  let last = 0
  return () => `${prefix}-${++last}`
}
