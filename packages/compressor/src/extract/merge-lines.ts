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

/** A line without its bullet or number. */
export function withoutMark(line: string): string {
  return line.replace(/^(?:- |\d+\. )/, '')
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

/** The entries of a numbered list that go on where another one ended. */
export function continueNumbers(before: readonly string[], since: readonly string[]): readonly string[] {
  const newest = before.map((line) => /^(\d+)[.)] /.exec(line)?.[1]).findLast((number) => number !== undefined)
  return since.map((line, index) => line.replace(/^\d+[.)]/, `${Number(newest ?? 0) + index + 1}.`))
}
