interface Part {
  readonly start: number
  readonly end: number
}

/** Shorter texts are shown whole. */
const wholeChars = 8_000
/** How many characters are shown before and after a part. */
const around = 300
/** Maximum number of characters shown. */
const mostChars = 20_000

const gap = '\n[...]\n'

/** Returns the parts of a text with their surroundings, in the order of the text. The first parts take precedence. */
export function passagesOf(text: string, parts: readonly Part[]): string {
  if (text.length <= wholeChars) return text
  const shown: { start: number; end: number }[] = []
  for (const { start, end } of [...parts].sort((left, right) => left.start - right.start)) {
    const from = Math.max(0, start - around)
    const to = Math.min(text.length, Math.min(end, start + 2_000) + around)
    const last = shown.at(-1)
    if (last && from <= last.end) last.end = Math.max(last.end, to)
    else shown.push({ start: from, end: to })
  }
  return shown
    .map(({ start, end }) => text.slice(start, end))
    .join(gap)
    .slice(0, mostChars)
    .toWellFormed()
}
