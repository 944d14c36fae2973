/** Browses the input history. The draft stays at its end. */
export interface Recall {
  /** @returns the text to show; `undefined` at either end. */
  step(direction: 'up' | 'down', current: string): string | undefined
}

export function createRecall(entries: readonly string[]): Recall {
  // Changes to a recalled text last until the prompt ends; the history itself is unchanged.
  const texts = new Map<number, string>()
  let position = entries.length
  return {
    step(direction, current) {
      const next = position + (direction === 'up' ? -1 : 1)
      if (next < 0 || next > entries.length) return undefined
      texts.set(position, current)
      position = next
      return texts.get(position) ?? entries[position] ?? ''
    },
  }
}
