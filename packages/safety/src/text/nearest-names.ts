import { distance } from 'fastest-levenshtein'

export interface NearestOptions {
  /** How many are given at most. Default 3. */
  readonly most?: number
  /** How many letters may differ. Default: a third of the longer name, but one in any case. */
  readonly limit?: number
}

/**
 * The names that were probably meant by one that does not exist, the nearest first; none that would be a wild guess. Case, hyphens,
 * underscores and blanks do not count. Two neighbours that changed places are one difference, and so is a beginning for the whole, or a
 * name with words behind it.
 */
export function nearestNames(
  wanted: string,
  names: Iterable<string>,
  { most = 3, limit }: NearestOptions = {},
): readonly string[] {
  const isNear = ({ name, edits }: { readonly name: string; readonly edits: number }) =>
    Math.floor(edits) <= (limit ?? Math.max(1, Math.floor(Math.max(wanted.length, name.length) / 3)))
  return [...new Set(names)]
    .map((name) => ({ name, edits: editsBetween(cut(wanted), cut(name)) }))
    .filter(isNear)
    .toSorted((left, right) => left.edits - right.edits || (left.name < right.name ? -1 : 1))
    .slice(0, most)
    .map(({ name }) => name)
}

/** The work grows with the square of the length: more than any real name has is left out. */
function cut(name: string): string {
  return name.slice(0, 128).toLowerCase()
}

/** A beginning comes before names with one wrong letter, a name with words behind it after them. */
function editsBetween(wanted: string, name: string): number {
  const [plainWanted, plainName] = [plain(wanted), plain(name)]
  if (plainWanted === plainName) return 0
  if (plainWanted.length >= 2 && plainName.startsWith(plainWanted)) return 0.5
  const edits = distance(plainWanted, plainName)
  if (edits === 2 && isSwap(plainWanted, plainName)) return 1
  const hasMoreWords = name.length >= 3 && wanted.startsWith(name) && /[-_ ]/.test(wanted.charAt(name.length))
  return hasMoreWords ? Math.min(edits, 1.5) : edits
}

function plain(name: string): string {
  return name.replace(/[-_ ]/g, '')
}

function isSwap(left: string, right: string): boolean {
  let at = 0
  while (left[at] === right[at]) at += 1
  return `${left.slice(0, at)}${left.charAt(at + 1)}${left.charAt(at)}${left.slice(at + 2)}` === right
}
