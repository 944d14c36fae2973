/**
 * Puts a text on one line of at most `length` characters, by default without a limit. A longer text ends with an
 * ellipsis. Surrogate pairs are not split.
 */
export function oneLine(text: string, length = Number.POSITIVE_INFINITY): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > length ? `${line.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…` : line
}
