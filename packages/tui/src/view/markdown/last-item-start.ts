/** The mark of an item that is in no other list. */
const marks = /^(?:[-*+]|\d{1,9}[.)]) /gm

/** Code may look like a list. */
const fence = /`{3}|~{3}/

/** Where the last item of a Markdown list begins. `undefined`: it is another text, has one item, or an empty line, which makes all items distant. */
export function lastItemStart(list: string): number | undefined {
  const starts = [...list.matchAll(marks)].map(({ index }) => index)
  return starts[0] === 0 && !fence.test(list) && !hasEmptyLine(list) ? starts.slice(1).at(-1) : undefined
}

export function hasEmptyLine(text: string): boolean {
  return /\n[^\S\n]*\n/.test(text)
}
