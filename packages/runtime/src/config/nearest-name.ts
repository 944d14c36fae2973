import { distance } from 'fastest-levenshtein'

/** The candidate that `name` was most likely meant to be, if any is close enough. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(2, Math.floor(name.length / 3))
  const near = candidates
    .map((candidate) => ({ candidate, edits: distance(name, candidate) }))
    .filter(({ edits }) => edits <= limit)
    .toSorted((left, right) => left.edits - right.edits)
  return near[0]?.candidate
}
