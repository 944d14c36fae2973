import { numberedLines } from './numbered-lines.js'

const shownLines = 12
const maxCompared = 20_000

/** Returns the part of `lines` that is most similar to `wanted`, as `N|line`. Empty when nothing is similar. */
export function nearestRegion(lines: readonly string[], wanted: readonly string[]): string {
  const start = startOfCommonLines(lines, wanted) ?? startOfSimilarLine(lines, wanted)
  if (start === undefined) return ''
  const first = Math.max(0, start)
  return numberedLines(lines, first, Math.min(shownLines, wanted.length + 2))
}

/** Returns the position of `wanted` that aligns most of its lines with equal lines in the file. */
function startOfCommonLines(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const places = new Map<string, number[]>()
  for (const [index, line] of lines.entries()) {
    const key = line.trim()
    const known = places.get(key) ?? []
    if (known.length < 100) places.set(key, [...known, index])
  }
  const votes = new Map<number, number>()
  for (const [index, line] of wanted.entries()) {
    const key = line.trim()
    if (key.length < 3) continue
    for (const place of places.get(key) ?? []) votes.set(place - index, (votes.get(place - index) ?? 0) + key.length)
  }
  return best(votes)
}

/** Returns the position at which the longest wanted line is aligned with the line that shares the most words with it. */
function startOfSimilarLine(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const [index, longest] = [...wanted.entries()].reduce(
    (left, right) => (right[1].length > left[1].length ? right : left),
    [0, ''],
  )
  const words = wordsOf(longest)
  const votes = new Map<number, number>()
  for (const [place, line] of lines.slice(0, maxCompared).entries()) {
    const shared = [...wordsOf(line)].filter((word) => words.has(word)).length
    if (shared * 2 >= words.size && shared > 0) votes.set(place - index, shared)
  }
  return best(votes)
}

function wordsOf(line: string): Set<string> {
  return new Set(line.slice(0, 1_000).match(/[\p{L}\p{N}_]+/gu))
}

function best(votes: ReadonlyMap<number, number>): number | undefined {
  return [...votes].reduce<[number | undefined, number]>(
    (left, right) => (right[1] > left[1] ? right : left),
    [undefined, 0],
  )[0]
}
