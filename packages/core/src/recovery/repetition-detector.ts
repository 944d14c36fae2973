import { createPeriodRule } from './repetition-period.js'
import { createSegmentRule } from './repetition-segments.js'

/** Detects that the model repeats itself endlessly while an answer streams. */
export interface RepetitionDetector {
  /**
   * Adds text.
   * @param text The text since the last call, split anywhere.
   * @returns whether the text is degenerate at its end. Once true, it stays true.
   */
  add(text: string): boolean
}

/**
 * The number of repeated characters until detection, about 2,000 tokens. This is more than any separator, table or run of zeros
 * that people ask for in prose, and a small part of what a runaway answer costs.
 */
const limit = 8_000

/** The number inside a code fence, where fixtures, dumps and generated code may legitimately repeat. */
const limitInCode = 16_000

/**
 * Creates a detector of the two ways in which answers degenerate:
 *
 * - The text ends with one piece of up to 1,000 characters, repeated at least eight times (`the the the`, a closing tag, a
 *   sentence, a line).
 * - The same few lines or sentences repeat in any order: each one at the end occurred at least four times among the 512 before
 *   it, so a block that is shown twice, or a list of similar items, does not count.
 *
 * Either must hold for 8,000 characters without a break, in a code fence for 16,000. Takes amortized constant time per character
 * and at most about 50 KB.
 */
export function createRepetitionDetector(): RepetitionDetector {
  const segments = createSegmentRule()
  const period = createPeriodRule(limitInCode)
  let isDegenerate = false
  return {
    add(text) {
      for (let start = 0; start < text.length && !isDegenerate; start += period.stride) {
        const piece = text.slice(start, start + period.stride)
        segments.add(piece)
        const needed = segments.isInCode() ? limitInCode : limit
        isDegenerate = segments.repeated() >= needed || period.add(piece, needed)
      }
      return isDegenerate
    },
  }
}
