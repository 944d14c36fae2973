/** A source of random numbers, which are the same for the same seed. */
export interface Random {
  /** Returns a number from 0 to below 1. */
  next(): number
  /** Returns an integer from 0 to below `limit`. */
  below(limit: number): number
  chance(probability: number): boolean
  pick<Value>(values: readonly [Value, ...Value[]]): Value
}

/** Creates a mulberry32 generator. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (values) => values[below(values.length)] ?? values[0],
  }
}
