/** How many monospace characters most phones show on a line before they wrap it. */
const mostColumns = 44

/**
 * Draws lines in columns of equal width, as far as characters allow, with a rule below the first line. Returns `undefined` if they are
 * too wide for a phone.
 */
export function drawColumns(lines: readonly (readonly string[])[]): string | undefined {
  const [first = [], ...others] = lines
  const widths = first.map((_, column) => Math.max(...lines.map((cells) => [...(cells[column] ?? '')].length)))
  if (widths.reduce((sum, width) => sum + width + gap.length, -gap.length) > mostColumns) return undefined
  const draw = (cells: readonly string[]) =>
    cells.map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - [...cell].length))).join(gap)
  return [draw(first), widths.map((width) => '─'.repeat(width)).join(gap), ...others.map(draw)]
    .map((line) => line.trimEnd())
    .join('\n')
}

const gap = '  '
