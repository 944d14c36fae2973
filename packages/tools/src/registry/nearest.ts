/** The entries of `names` that look most like `name`, best first; none that would be a wild guess. */
export function nearest(name: string, names: Iterable<string>, count = 3): string[] {
  const wanted = plain(name)
  return [...new Set(names)]
    .map((candidate) => ({ candidate, distance: distanceBetween(wanted, plain(candidate)) }))
    .filter(
      ({ candidate, distance }) => distance <= Math.max(1, Math.floor(Math.max(name.length, candidate.length) / 3)),
    )
    .sort((left, right) => left.distance - right.distance || (left.candidate < right.candidate ? -1 : 1))
    .slice(0, count)
    .map(({ candidate }) => candidate)
}

/** ` Did you mean "a" or "b"?`, or nothing. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const found = nearest(name, names).map((candidate) => `"${candidate}"`)
  return found.length === 0 ? '' : ` Did you mean ${found.join(' or ')}?`
}

/** `ReadFile`, `read-file` and `read_file` are the same word; what is longer than any real name is cut. */
function plain(name: string): string {
  return name.slice(0, 128).toLowerCase().replace(/[-_ ]/g, '')
}

/** Levenshtein, one row at a time; 0 or 1 where one word begins with the other. */
function distanceBetween(left: string, right: string): number {
  if (left === right) return 0
  if (Math.min(left.length, right.length) >= 3 && (left.startsWith(right) || right.startsWith(left))) return 1
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...left].entries()) {
    const next = [i + 1]
    for (let j = 0; j < right.length; j += 1) {
      const replaced = (row[j] ?? 0) + (letter === right[j] ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[right.length] ?? 0
}
