/** A text on one line of at most so many characters. A longer one ends with an ellipsis, and no character is cut in two. Default: any length. */
export function oneLine(text: string, length = Number.POSITIVE_INFINITY): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > length ? `${line.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…` : line
}
