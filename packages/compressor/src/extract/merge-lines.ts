/** Matches the note that replaces omitted lines. */
const leftOutNote = /^\((\d+) left out\)$/

export function noteLeftOut(count: number): readonly string[] {
  return count > 0 ? [`(${count} left out)`] : []
}

/** Splits a section into its entries and the number of lines that earlier summaries omitted. */
export function countLeftOut(lines: readonly string[]): {
  readonly entries: readonly string[]
  readonly leftOut: number
} {
  const entries = lines.filter((line) => !leftOutNote.test(line))
  const leftOut = lines.reduce((sum, line) => sum + Number(leftOutNote.exec(line)?.[1] ?? 0), 0)
  return { entries, leftOut }
}

/** Returns a line without its bullet or number. */
export function withoutMark(line: string): string {
  return line.replace(/^(?:- |\d+\. )/, '')
}

/** Merges earlier and later lines of a section. Of lines with the same key, the newest is kept. */
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

/** Renumbers entries to continue an earlier list. */
export function continueNumbers(before: readonly string[], since: readonly string[]): readonly string[] {
  const newest = before.map((line) => /^(\d+)[.)] /.exec(line)?.[1]).findLast((number) => number !== undefined)
  return since.map((line, index) => line.replace(/^\d+[.)]/, `${Number(newest ?? 0) + index + 1}.`))
}
