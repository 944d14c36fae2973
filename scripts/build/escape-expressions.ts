import { parseAst } from 'rollup/parseAst'

/**
 * Writes the regular expressions of a program in ASCII, the only code that esbuild leaves as it is. V8 keeps the text of a file with one
 * other character in two bytes per character.
 */
export function escapeExpressions(code: string): string {
  let escaped = ''
  let done = 0
  for (const { start, end } of expressions(parseAst(code, { allowReturnOutsideFunction: true }))) {
    escaped += code.slice(done, start) + toAscii(code.slice(start, end))
    done = end
  }
  return escaped + code.slice(done)
}

interface Span {
  readonly start: number
  readonly end: number
}

/** The literals of a syntax tree, in the order of the text. */
function expressions(tree: object): readonly Span[] {
  const found: Span[] = []
  const waiting: unknown[] = [tree]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node !== 'object' || node === null) continue
    if ('regex' in node && 'start' in node && 'end' in node)
      found.push({ start: Number(node.start), end: Number(node.end) })
    else waiting.push(...Object.values(node).filter((value) => value !== undefined))
  }
  return found.sort((one, other) => one.start - other.start)
}

/** By UTF-16 unit: two escapes stand for a pair in each kind of expression. */
function toAscii(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
