/**
 * Returns how much of a growing Markdown text no longer changes in its rendering: up to the last blank line outside a
 * fenced block. Long texts must be cut, because a text is redrawn with each new piece.
 */
export function settledLength(text: string): number {
  let settled = 0
  let isFenced = false
  let start = 0
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    const line = text.slice(start, end).trim()
    start = end + 1
    if (line.startsWith('```') || line.startsWith('~~~')) isFenced = !isFenced
    // The following lines may belong to the list or table before the blank line, which looks the same when rendered in
    // two parts.
    else if (line === '' && !isFenced) settled = start
  }
  return settled
}
