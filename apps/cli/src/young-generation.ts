/** By then, a start is over. */
const startMs = 1_000

/**
 * Keeps the part of the heap for new objects small during a start, which allocates much of what it keeps: V8 would enlarge it at once, by
 * 8 MB. Work that takes longer is faster with the larger one.
 */
export function growLater(): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8')
  const setGrowth = (factor: 1 | 2): void => setFlagsFromString(`--semi-space-growth-factor=${factor}`)
  setGrowth(1)
  setTimeout(() => setGrowth(2), startMs).unref()
  // The compile cache is written after this. V8 accepts cached code only with the flags that it was made with.
  process.once('exit', () => setGrowth(1))
}
