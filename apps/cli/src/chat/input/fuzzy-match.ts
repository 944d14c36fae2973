/**
 * Scores how well a text contains the characters of a query in order, ignoring case; `undefined` if it does not. Whole words and the part
 * after the last slash raise the score; long texts lower it.
 */
export function fuzzyScore(query: string, text: string): number | undefined {
  const wanted = query.toLowerCase()
  const lower = text.toLowerCase()
  const base = lower.lastIndexOf('/') + 1
  const whole = lower.indexOf(wanted, base)
  if (whole >= 0) return 1_000 - (whole - base) - text.length / 100
  const anywhere = lower.indexOf(wanted)
  if (anywhere >= 0) return 500 - text.length / 100
  let score = 0
  let at = 0
  for (const character of wanted) {
    const found = lower.indexOf(character, at)
    if (found < 0) return undefined
    if (found === at || found === base || /[^a-z0-9]/.test(lower[found - 1] ?? '')) score += 10
    at = found + 1
  }
  return score - text.length / 100
}

/** Returns the texts that match a query, best first. */
export function fuzzyMatches(query: string, texts: readonly string[], most: number): readonly string[] {
  if (query === '') return texts.slice(0, most)
  return texts
    .flatMap((text) => {
      const score = fuzzyScore(query, text)
      return score === undefined ? [] : [{ text, score }]
    })
    .toSorted((left, right) => right.score - left.score)
    .slice(0, most)
    .map(({ text }) => text)
}
