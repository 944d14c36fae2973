import { alignIndents } from './align-indents.js'
import { createIndentMap, type IndentPair } from './indent-map.js'
import { indentOf } from './indent-of.js'
import type { MatchedLines, Tolerance } from './match-lines.js'

export interface Match extends MatchedLines {
  readonly tolerance: Tolerance
}

/**
 * Adapts new lines to the indentation and line ends of the file. Returns `undefined` when the match does not show which
 * indentation they should have.
 */
export function adaptLines(lines: readonly string[], match: Match): readonly string[] | undefined {
  const { found, tolerance } = match
  const lineEnd = found.some((line) => line.endsWith('\r')) ? '\r' : ''
  const isShifted = tolerance === 'indentation' || tolerance === 'spacing'
  const shifted = isShifted ? withIndents(lines, match) : lines
  return shifted?.map((line) => line.replace(/\r$/, '') + lineEnd)
}

function withIndents(lines: readonly string[], { wanted, found }: MatchedLines): readonly string[] | undefined {
  const pairs = wanted.flatMap((line, index): IndentPair[] =>
    line.trim() === '' ? [] : [[indentOf(line), indentOf(found[index] ?? '')]],
  )
  const mapped = createIndentMap(pairs)
  const indents = mapped
    ? lines.map((line) => (line.trim() === '' ? indentOf(line) : mapped(indentOf(line))))
    : alignIndents(lines, { wanted, found })
  if (!indents) return undefined
  const shifted: string[] = []
  for (const [index, line] of lines.entries()) {
    const indent = indents[index]
    if (indent === undefined) return undefined
    shifted.push(indent + line.slice(indentOf(line).length))
  }
  return shifted
}
