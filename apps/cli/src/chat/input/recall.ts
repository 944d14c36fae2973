/** Going back and forth in what was typed before; the text that was begun is kept at the end. */
export interface Recall {
  /** @returns the text to show instead; `undefined` at either end. */
  step(direction: 'up' | 'down', current: string): string | undefined
}

export function createRecall(entries: readonly string[]): Recall {
  // Changes to a recalled text last until the editing ends; the history itself stays as it was.
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
