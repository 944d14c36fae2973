/** What a summary says in place of the lines that it had no room for. */
const leftOutNote = /^\((\d+) left out\)$/

export function noteLeftOut(count: number): readonly string[] {
  return count > 0 ? [`(${count} left out)`] : []
}

/** The entries of a part, and how many earlier summaries have left out of it. */
export function countLeftOut(lines: readonly string[]): {
  readonly entries: readonly string[]
  readonly leftOut: number
} {
  const entries = lines.filter((line) => !leftOutNote.test(line))
  const leftOut = lines.reduce((sum, line) => sum + Number(leftOutNote.exec(line)?.[1] ?? 0), 0)
  return { entries, leftOut }
}

/** The lines of an earlier part of a summary and those that came since; of two on the same thing, the newer one. */
export function mergeLines(
  before: readonly string[],
  since: readonly string[],
  keyOf: (line: string) => string = (line) => line,
): readonly string[] {
  const newest = new Map<string, string>()
  for (const line of [...before, ...since]) {
    const key = keyOf(line)
    newest.delete(key)
    newest.set(key, line)
  }
  return [...newest.values()]
}

/** Numbers the entries of two lists as one, counting those that were left out; what has no number keeps having none. */
export function renumber(lines: readonly string[]): readonly string[] {
  let count = 0
  return lines.map((line) => {
    const isNumbered = /^\d+[.)] /.test(line)
    count += isNumbered ? 1 : Number(leftOutNote.exec(line)?.[1] ?? 0)
    return isNumbered ? line.replace(/^\d+[.)]/, `${count}.`) : line
  })
}
