interface Part {
  readonly start: number
  readonly end: number
}

/** Shorter texts are shown whole. */
const wholeChars = 8_000
/** How much is shown around a part. */
const around = 300
/** The most that is shown. */
const mostChars = 20_000

const gap = '\n[...]\n'

/** The parts of a text with their surroundings, the first ones first, in the order of the text. */
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
