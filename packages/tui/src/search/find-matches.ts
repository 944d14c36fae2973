import type { Block } from '../model/view-state.js'
import { searchedText } from './searched-text.js'

/** A line of the transcript with the searched text. */
export interface Match {
  /** The index of its block in the view. */
  readonly block: number
  readonly type: Block['type']
  readonly line: string
}

/**
 * Returns a pattern for the text that ignores case and the composition of characters. `undefined` for an empty text.
 */
export function searchPattern(text: string): RegExp | undefined {
  const literal = text
    .trim()
    .normalize('NFC')
    .replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
  return literal === '' ? undefined : new RegExp(literal, 'giu')
}

/** Returns the matching lines in order; of many, the newest. */
export function findMatches(
  blocks: readonly Block[],
  pattern: RegExp,
  { clean, most }: { clean(text: string): string; readonly most: number },
): readonly Match[] {
  const found = blocks.flatMap((block, place) =>
    clean(searchedText(block))
      .normalize('NFC')
      .split('\n')
      .filter((line) => line.search(pattern) >= 0)
      .map((line) => ({ block: place, type: block.type, line })),
  )
  return found.slice(-most)
}
