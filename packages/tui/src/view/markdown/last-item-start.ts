/** The mark of an item that is not nested in another list. */
const marks = /^(?:[-*+]|\d{1,9}[.)]) /gm

/** Code may look like a list. */
const fence = /`{3}|~{3}/

/**
 * Returns where the last item of a Markdown list starts. `undefined` for other text, a single item, or a list with an
 * empty line, which makes it loose.
 */
export function lastItemStart(list: string): number | undefined {
  const starts = [...list.matchAll(marks)].map(({ index }) => index)
  return starts[0] === 0 && !fence.test(list) && !hasEmptyLine(list) ? starts.slice(1).at(-1) : undefined
}

export function hasEmptyLine(text: string): boolean {
  return /\n[^\S\n]*\n/.test(text)
}
