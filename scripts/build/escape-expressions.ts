import { parseAst } from 'rollup/parseAst'

/**
 * Writes the regular expressions and tagged templates of a program in ASCII, the only code that esbuild leaves as it is. V8 keeps the text of
 * a file with one other character in two bytes per character.
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

/** The literals of a syntax tree, in the order of the text. Of templates, those are left out whose tag reads them as they are written. */
function expressions(tree: object): readonly Span[] {
  const found: Span[] = []
  const waiting: unknown[] = [tree]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node !== 'object' || node === null) continue
    if (isLiteral(node)) found.push({ start: Number(node.start), end: Number(node.end) })
    else if (!isRawTemplate(node)) waiting.push(...Object.values(node).filter((value) => value !== undefined))
  }
  return found.sort((one, other) => one.start - other.start)
}

function isLiteral(node: object): node is Record<'start' | 'end', unknown> {
  const isText = 'type' in node && node.type === 'TemplateElement'
  return (isText || 'regex' in node) && 'start' in node && 'end' in node
}

function isRawTemplate(node: object): boolean {
  return 'tag' in node && typeof node.tag === 'object' && node.tag !== null && 'property' in node.tag
}

/** By UTF-16 unit: two escapes stand for a pair in each kind of expression. */
function toAscii(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
