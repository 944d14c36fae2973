/** The maximum number of suggestions. */
const most = 3

/** The most similar names, closest first; empty if none is similar. */
export function nearestNames(word: string, names: readonly string[]): readonly string[] {
  const limit = Math.max(1, Math.floor(word.length / 3))
  return [...new Set(names)]
    .map((name) => ({ name, edits: editsBetween(word, name, limit) }))
    .filter(({ edits }) => edits <= limit)
    .toSorted((left, right) => left.edits - right.edits || left.name.localeCompare(right.name))
    .slice(0, most)
    .map(({ name }) => name)
}

/** Edit distance with insertions, deletions, replacements and transpositions; stops counting above `limit`. */
function editsBetween(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1]
      const isSwap = row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    beforeLast = last
    last = current
  }
  return last[right.length] ?? 0
}
