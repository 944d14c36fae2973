import { createCharacterTest, longRuns } from './character-runs.js'
import { hasRandomPiece, isExampleToken } from './placeholders.js'
import type { Span } from './span.js'
import { shortestToken, tokenPattern } from './token-patterns.js'

/**
 * Tests for characters of keys. Most texts have few runs that are long enough for a key, and only those are matched
 * against the patterns.
 */
const isInToken = createCharacterTest(/[\w.~+/=:-]/)
/** How many characters before a run can affect whether a key starts there. */
const contextLength = 16

/** Finds keys with a known prefix. */
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
