/** Whether one of the patterns stands for one of the texts, whatever the case of its letters. */
export function matchesInAnyCase(patterns: readonly string[], texts: readonly string[]): boolean {
  const toLower = (text: string) => text.toLowerCase()
  return patterns.length > 0 && matchesAny(patterns.map(toLower), texts.map(toLower))
}

/** Whether one of the patterns (`*` any text, `?` one character) stands for one of the texts as a whole. */
export function matchesAny(patterns: readonly string[], texts: readonly string[]): boolean {
  return patterns.some((pattern) => texts.some((text) => matches(pattern, normalize(text))))
}

function normalize(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

/** Two positions and one point to go back to: linear for most patterns, never worse than pattern times text. */
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
