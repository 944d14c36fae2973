/** As far as a model repeats itself. */
const longest = 2_000

/** From here on it can hardly be chance that a part begins as the one before ends. */
const certain = 20

/** Enough where the seam itself would be impossible otherwise. */
const leastAtSeam = 4

/** Different characters: a rule of dashes says nothing. */
const leastVariety = 5

/**
 * How many characters at the start of `next` say again what `text` ends with. An overlap counts only when it is no chance:
 * a long one that occurs nowhere else nearby; a short one between two words that would run together without it (`…the quick`
 * + `the quick brown`); or a line that was begun and begins once more.
 */
export function overlapOf(text: string, next: string): number {
  const end = text.slice(-2 * longest)
  for (const { length, border } of overlaps(end.slice(-longest), next.slice(0, longest))) {
    if (length < leastAtSeam) break
    // What repeats within itself, like the rows of a table, may well go on repeating.
    if (border * 2 < length && isMeant(end, next.slice(0, length))) return length
  }
  return 0
}

interface Overlap {
  readonly length: number
  /** How much of its end is also its beginning. */
  readonly border: number
}

/** The ends of `text` that `next` starts with, longest first (Knuth, Morris and Pratt). */
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

/** Of a script that puts spaces between its words. */
function isLetter(unit: string | undefined): boolean {
  return unit !== undefined && /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}_]/u.test(unit)
}
