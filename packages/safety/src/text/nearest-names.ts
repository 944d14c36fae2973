import { distance } from 'fastest-levenshtein'

export interface NearestOptions {
  /** The maximum number of names. Default 3. */
  readonly most?: number
  /** Maximum number of letters that may differ. Default: a third of the longer name, at least one. */
  readonly limit?: number
}

/**
 * Suggests existing names for one that does not exist, the nearest first. Ignores case, hyphens, underscores and
 * spaces. Two swapped letters count as one difference, as do a prefix of a name and a name with additional words.
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

/** Cuts a name to a realistic length, because the cost is quadratic in the length. */
function cut(name: string): string {
  return name.slice(0, 128).toLowerCase()
}

/**
 * Counts the differences. A prefix ranks before names with one wrong letter, a name with additional words after them.
 */
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
