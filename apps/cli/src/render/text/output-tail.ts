import { safeText } from './safe-text.js'
import type { Style } from './style.js'
import { truncate } from './text-width.js'

export interface OutputTailOptions {
  readonly style: Style
  readonly columns: number
  readonly maxLines: number
}

/** Returns the last lines of an output as rows, with the number of lines above. */
export function outputTail(output: string, { style, columns, maxLines }: OutputTailOptions): readonly string[] {
  const lines = output.trimEnd().split('\n')
  if (lines.length === 1 && lines[0] === '') return []
  // A single missing line is shown instead of a row that counts it.
  const isCut = lines.length > maxLines + 1
  const shown = isCut ? lines.slice(-maxLines) : lines
  const width = Math.max(4, columns - 5)
  const rows = shown.map((line) => style.muted(`  │ ${truncate(safeText(line).replaceAll('\t', '  '), width)}`))
  return isCut
    ? [style.muted(`  │ … ${style.t.count(lines.length - maxLines, 'line above', 'lines above')}`), ...rows]
    : rows
}
