/**
 * How much of a growing Markdown text no longer changes in its rendering: up to the last blank line outside of a fenced block. A text is drawn
 * again with each of its pieces, so that long ones must be cut.
 */
export function settledLength(text: string): number {
  let settled = 0
  let isFenced = false
  let start = 0
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    const line = text.slice(start, end).trim()
    start = end + 1
    if (line.startsWith('```') || line.startsWith('~~~')) isFenced = !isFenced
    // What follows may belong to the list or table before the blank line, which is rendered alike in two parts.
    else if (line === '' && !isFenced) settled = start
  }
  return settled
}
