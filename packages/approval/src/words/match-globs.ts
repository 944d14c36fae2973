/** Returns true when a pattern matches one of the texts, ignoring case. */
export function matchesInAnyCase(patterns: readonly string[], texts: readonly string[]): boolean {
  const toLower = (text: string) => text.toLowerCase()
  return patterns.length > 0 && matchesAny(patterns.map(toLower), texts.map(toLower))
}

/** Returns true when a pattern (`*` any text, `?` one character) matches one of the texts completely. */
export function matchesAny(patterns: readonly string[], texts: readonly string[]): boolean {
  return patterns.some((pattern) => texts.some((text) => matches(pattern, normalize(text))))
}

function normalize(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

/**
 * Matches with backtracking to one position only: linear for most patterns, at worst pattern length times text length.
 */
function matches(pattern: string, text: string): boolean {
  let inPattern = 0
  let inText = 0
  let star = -1
  let resume = 0
  while (inText < text.length) {
    const wanted = pattern[inPattern]
    if (wanted === '*') {
      star = inPattern++
      resume = inText
    } else if (wanted === '?' || wanted === text[inText]) {
      inPattern++
      inText++
    } else if (star >= 0) {
      inPattern = star + 1
      inText = ++resume
    } else return false
  }
  while (pattern[inPattern] === '*') inPattern++
  return inPattern === pattern.length
}
