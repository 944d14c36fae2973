import type { TextUnit } from '@hermes/core/platform'
import { fittingLength } from './measure-text.js'

/** Links, addresses and inline code. */
const atoms = /\[[^[\]\n]*\]\([^()\s]*\)|https?:\/\/[^\s]+|`[^`\n]+`/g
/** The longest atom that is kept together. Longer ones are cut like any text. */
const longestAtom = 1000

/**
 * Returns the length of the first piece of a line that is too long for `max`: up to a space if there is one, and never within a
 * link.
 */
export function pieceOf(line: string, max: number, unit: TextUnit): number {
  const end = fittingLength(line, max, unit)
  if (end >= line.length) return line.length
  if (end === 0) return Math.max(1, fittingLength(line, max * 4 + 4, unit))
  const kept = beforeAtom(line, end)
  const space = line.lastIndexOf(' ', kept - 1)
  if (space >= kept / 2) return beforeAtom(line, space + 1)
  return kept
}

/** Returns the start of the atom that a cut at `index` would break, or the index. */
function beforeAtom(line: string, index: number): number {
  const from = Math.max(0, index - longestAtom)
  for (const { 0: atom, index: start } of line.slice(from, index + longestAtom).matchAll(atoms)) {
    const [first, last] = [from + start, from + start + atom.length]
    if (first >= index) break
    if (last > index) return first > 0 ? first : index
  }
  return index
}
