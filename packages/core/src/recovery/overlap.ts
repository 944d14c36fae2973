/** The maximum overlap between two parts. */
const longest = 2_000

/** The length from which an overlap is unlikely to be a coincidence. */
const certain = 20

/** The length that suffices if the two parts could not be joined without an overlap. */
const leastAtSeam = 4

/** The minimum number of different characters: a line of dashes proves nothing. */
const leastVariety = 5

/**
 * Returns the number of characters at the start of `next` that repeat the end of `text`. An overlap only counts when it is
 * not a coincidence: a long one that occurs nowhere else nearby; a short one between two words that would run together
 * without it (`…the quick` + `the quick brown`); or a line that was started and is started again.
 */
export function overlapOf(text: string, next: string): number {
  const end = text.slice(-2 * longest)
  for (const { length, border } of overlaps(end.slice(-longest), next.slice(0, longest))) {
    if (length < leastAtSeam) break
    // Repetitive text, such as the rows of a table, may legitimately continue to repeat.
    if (border * 2 < length && isMeant(end, next.slice(0, length))) return length
  }
  return 0
}

interface Overlap {
  readonly length: number
  /** The length of the longest border: a suffix that is also a prefix. */
  readonly border: number
}

/** Yields the suffixes of `text` that are prefixes of `next`, longest first (Knuth, Morris and Pratt). */
function* overlaps(text: string, next: string): Generator<Overlap> {
  const borders = bordersOf(next)
  let length = 0
  for (const unit of units(text)) {
    while (length > 0 && (length === next.length || next.charCodeAt(length) !== unit)) length = borders[length - 1] ?? 0
    if (next.charCodeAt(length) === unit) length += 1
  }
  for (let tries = 0; length > 0 && tries < 20; tries++) {
    const border = borders[length - 1] ?? 0
    yield { length, border }
    length = border
  }
}

function bordersOf(text: string): readonly number[] {
  const borders = [0]
  let length = 0
  for (const unit of units(text.slice(1))) {
    while (length > 0 && text.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0
    if (text.charCodeAt(length) === unit) length += 1
    borders.push(length)
  }
  return borders
}

function* units(text: string): Generator<number> {
  for (let index = 0; index < text.length; index++) yield text.charCodeAt(index)
}

function isMeant(end: string, overlap: string): boolean {
  const start = end.length - overlap.length
  const variety = new Set(overlap.trim()).size
  const isUnique = end.indexOf(overlap) === start
  if (overlap.length >= certain && isUnique && variety >= leastVariety) return true
  const before = end[start - 1]
  const startsLine = before === undefined || before === '\n'
  if (isLetter(overlap[0]) && isLetter(overlap.at(-1))) return variety >= 3 && (startsLine || !isLetter(before))
  return startsLine && isUnique && variety >= leastVariety && !overlap.includes('\n')
}

/** Whether a character belongs to a script that separates words with spaces. */
function isLetter(unit: string | undefined): boolean {
  return unit !== undefined && /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}_]/u.test(unit)
}
