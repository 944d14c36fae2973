import { indentOf } from './indent-of.js'
import type { MatchedLines } from './match-lines.js'

/**
 * Returns the file's indentation for new lines whose own indentation has no meaning, line by line. An old line keeps
 * its indentation, and a changed line gets that of the line in its place. `undefined` when lines were added or moved.
 */
export function alignIndents(lines: readonly string[], { wanted, found }: MatchedLines): readonly string[] | undefined {
  const olds = wanted.map((line) => line.trimEnd())
  const news = lines.map((line) => line.trimEnd())
  const isSameAt = (fromEnd: number) => olds.at(-1 - fromEnd) === news.at(-1 - fromEnd)
  const shorter = Math.min(olds.length, news.length)
  let head = 0
  while (head < shorter && olds[head] === news[head]) head += 1
  let tail = 0
  while (tail < shorter - head && isSameAt(tail)) tail += 1
  const placesOf = placesByText(olds, found)
  const isOneForOne = olds.length === news.length
  let next = head

  const placeOf = (line: string, index: number): number | undefined => {
    if (index < head) return index
    if (index >= news.length - tail) return index + olds.length - news.length
    const same = placesOf.get(line)
    if (same?.isClear) return same.last < next ? undefined : same.last
    const old = olds[index]
    return isOneForOne && old !== undefined && indentOf(old) === indentOf(line) ? index : undefined
  }

  const indents: string[] = []
  for (const [index, line] of news.entries()) {
    const place = line === '' ? -1 : placeOf(line, index)
    if (place === undefined) return undefined
    if (place >= 0) next = place
    indents.push(place < 0 ? '' : indentOf(found[place] ?? ''))
  }
  return indents
}

interface Places {
  /** Index of the last line with the text. */
  last: number
  /** Whether all lines with the text have the same indentation. */
  isClear: boolean
}

function placesByText(lines: readonly string[], found: readonly string[]): ReadonlyMap<string, Places> {
  const indentAt = (place: number) => indentOf(found[place] ?? '')
  const places = new Map<string, Places>()
  for (const [index, line] of lines.entries()) {
    const known = places.get(line)
    const isClear = known === undefined || (known.isClear && indentAt(known.last) === indentAt(index))
    places.set(line, { last: index, isClear })
  }
  return places
}
