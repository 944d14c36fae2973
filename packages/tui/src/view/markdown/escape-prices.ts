import type { Look } from '../look/look.js'
import { fencedLines } from './fenced-lines.js'

/** Maximum length of a formula within a line. */
const longestFormula = 400

/** A line of code, unless it is a list item. */
const indented = /^(?: {4}|\t)\s*(?![-*+\d\s])/

/**
 * Escapes the dollar signs of a Markdown text that do not delimit a formula, because the renderer treats `$10, or US$`
 * as one.
 */
export function escapePrices(text: string, formulaLength: NonNullable<Look['formulaLength']>): string {
  if (!text.includes('$')) return text
  let prose: string[] = []
  const parts: string[] = []
  const flush = () => {
    if (prose.length > 0) parts.push(escapeProse(prose.join('\n'), formulaLength))
    prose = []
  }
  for (const { text: line, isFenced } of fencedLines(text)) {
    if (isFenced || indented.test(line)) {
      flush()
      parts.push(line)
    } else prose.push(line)
  }
  flush()
  return parts.join('\n')
}

function escapeProse(text: string, formulaLength: NonNullable<Look['formulaLength']>): string {
  let escaped = ''
  let at = 0
  while (at < text.length) {
    const length = keptLength(text, at, formulaLength)
    escaped += length === 0 ? '\\$' : text.slice(at, at + length)
    at += Math.max(1, length)
  }
  return escaped
}

/** Returns how much of the text is unchanged from there on. 0: the dollar sign there is escaped. */
function keptLength(text: string, at: number, formulaLength: NonNullable<Look['formulaLength']>): number {
  const character = text.charAt(at)
  const formula = () => formulaLength(`${text.slice(at, at + longestFormula)} `)
  switch (character) {
    case '$':
      return text.charAt(at + 1) === '$' ? untilAfter(text, at, '$$') : (formula() ?? 0)
    case '\\':
      return formula() ?? 2
    case '`':
      return untilAfter(text, at, '`'.repeat(text.slice(at).search(/[^`]|$/)))
    default:
      return text.startsWith('https://', at) || text.startsWith('http://', at) ? text.slice(at).search(/\s|$/) : 1
  }
}

/** Returns the length of the text that a sign delimits, or of the sign alone if it is not closed. */
function untilAfter(text: string, at: number, sign: string): number {
  const end = text.indexOf(sign, at + sign.length)
  return end === -1 ? sign.length : end + sign.length - at
}
