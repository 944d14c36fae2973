import { createCharacterTest, longRuns } from './character-runs.js'
import { hasRandomPiece, isExampleToken } from './placeholders.js'
import type { Span } from './span.js'
import { shortestToken, tokenPattern } from './token-patterns.js'

/** What keys are written with. Most texts have few runs of it that are long enough for one: only there it is worth to look closely. */
const isInToken = createCharacterTest(/[\w.~+/=:-]/)
/** So much of what stands before a run may tell whether a key begins with it. */
const contextLength = 16

/** Keys of known kinds. */
export function findTokens(text: string): readonly Span[] {
  const spans: Span[] = []
  for (const { start, end } of longRuns(text, isInToken, shortestToken)) {
    if (!hasRandomPiece(text.slice(start, end))) continue
    const offset = Math.max(0, start - contextLength)
    const run = text.slice(offset, end)
    tokenPattern.lastIndex = start - offset
    for (let match = tokenPattern.exec(run); match !== null; match = tokenPattern.exec(run)) {
      const [token] = match
      const at = offset + match.index
      if (!isExampleToken(token)) spans.push({ start: at, end: at + token.length, isToken: true })
    }
  }
  return spans
}
