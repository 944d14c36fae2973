import { createPeriodRule } from './repetition-period.js'
import { createSegmentRule } from './repetition-segments.js'

/**
 * Notices a model that has fallen into saying the same again and again, while it still streams.
 */
export interface RepetitionDetector {
  /**
   * @param text what came since the last call, cut anywhere.
   * @returns whether the text is degenerate at its end. Once it is, it stays so.
   */
  add(text: string): boolean
}

/**
 * How many characters must repeat. About 2,000 tokens: more than any separator, table or run of zeros that people ask
 * for in prose, and a small part of what a runaway answer costs.
 */
const limit = 8_000

/** Inside of a code fence, where fixtures, dumps and generated code may well repeat. */
const limitInCode = 16_000

/**
 * Detects the two ways in which answers degenerate:
 *
 * - the end of the text is one piece of up to 1,000 characters over and over, at least eight times (`the the the`, a
 *   closing tag, a sentence, a line);
 * - the same few lines or sentences come again in any order: each of those at the end occurred at least four times among
 *   the 512 before it, so that a block which is shown twice, or a list of similar items, does not count.
 *
 * Both must hold for 8,000 characters without a break, in a code fence for 16,000. Takes constant time per character on
 * average and at most about 50 KB.
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
        const needed = segments.isInCode ? limitInCode : limit
        isDegenerate = segments.repeated >= needed || period.add(piece, needed)
      }
      return isDegenerate
    },
  }
}
