/** A line split at the part that differs from another line. */
export interface MarkedLine {
  readonly start: string
  readonly changed: string
  readonly end: string
}

/** Returns the part of two lines that differs, in whole words; `undefined` if they have too little in common for a mark to help. */
export function wordMarks(
  before: string,
  after: string,
): { readonly before: MarkedLine; readonly after: MarkedLine } | undefined {
  const [old, next] = [words(before), words(after)]
  const shorter = Math.min(old.length, next.length)
  let start = 0
  while (start < shorter && old[start] === next[start]) start += 1
  let end = 0
  while (end < shorter - start && old.at(-1 - end) === next.at(-1 - end)) end += 1
  const common = [...old.slice(0, start), ...old.slice(old.length - end)].join('').trim()
  if (common.length * 3 < Math.min(before.trim().length, after.trim().length)) return undefined
  const mark = (parts: readonly string[]): MarkedLine => ({
    start: parts.slice(0, start).join(''),
    changed: parts.slice(start, parts.length - end).join(''),
    end: parts.slice(parts.length - end).join(''),
  })
  return { before: mark(old), after: mark(next) }
}

function words(line: string): readonly string[] {
  return line.match(/[\p{L}\p{N}_]+|\s+|./gu) ?? []
}
