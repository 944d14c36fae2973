import type { Tolerance } from './match-lines.js'

export interface Match {
  /** The requested lines and the matching lines of the file. */
  readonly wanted: readonly string[]
  readonly found: readonly string[]
  readonly tolerance: Tolerance
}

/** Adapts new lines to the file: to its indentation and line ends. */
export function adaptLines(lines: readonly string[], { wanted, found, tolerance }: Match): readonly string[] {
  const lineEnd = found.some((line) => line.endsWith('\r')) ? '\r' : ''
  const isShifted = tolerance === 'indentation' || tolerance === 'spacing'
  const [theirs, ours] = isShifted ? [indentOf(wanted), indentOf(found)] : ['', '']
  return lines.map((line) => {
    const shifted = line.startsWith(theirs) && line.trim() !== '' ? ours + line.slice(theirs.length) : line
    return shifted.replace(/\r$/, '') + lineEnd
  })
}

function indentOf(lines: readonly string[]): string {
  return /^\s*/.exec(lines.find((line) => line.trim() !== '') ?? '')?.[0] ?? ''
}
