/** Deterministic pseudorandom numbers. */
export interface Random {
  /** Returns a number from 0 to below 1. */
  next(): number
  /** Returns an integer from `least` to `most`, inclusive. */
  whole(least: number, most: number): number
  pick<Item>(items: readonly Item[]): Item
  /** Returns this many hexadecimal digits. */
  hex(digits: number): string
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    pick: (items) => {
      const item = items[whole(0, items.length - 1)]
      if (item === undefined) throw new RangeError('The list is empty.')
      return item
    },
    hex: (digits) => Array.from({ length: digits }, () => whole(0, 15).toString(16)).join(''),
  }
}
