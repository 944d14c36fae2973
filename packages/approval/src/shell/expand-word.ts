import {
  contents,
  type Data,
  fromText,
  inheritedVariable,
  join,
  UNKNOWN,
  unknownData,
  type Word,
} from '../words/data.js'
import { decodeEscapes } from '../words/escapes.js'
import { evaluateArithmetic } from './arithmetic.js'
import { expandBraces } from './brace-expansion.js'
import { expandTilde } from './expand-tilde.js'
import { expandParameter } from './parameter-expansion.js'
import { type Piece, quoted, toPieces, toWord } from './piece.js'
import { readVariable, type Scope } from './scope.js'
import { splitFields } from './split-fields.js'
import type { SyntaxNode, SyntaxTree } from './syntax-tree.js'

/** What word expansion needs from the interpreter. */
export interface WordContext {
  readonly tree: SyntaxTree
  readonly scope: Scope
  /** Runs a command substitution and returns its output. */
  capture(node: SyntaxNode): Data
  /** Runs a process substitution with the data written to it, and returns the data that can be read from it. */
  connect(node: SyntaxNode, input?: Data): Data
  /** Reports that a word is too long or too deeply nested. */
  giveUp(): void
  /** Follows what the shell executes when it expands this text as a prompt or an arithmetic expression. */
  reevaluate(text: Data): void
}

/** Words with braces that have more pieces than this are not expanded. */
const mostPieces = 400

type Mode = 'plain' | 'double-quoted' | 'here-document'

/** Expands one word of the source into the arguments of the program. */
export function expandWord(start: number, end: number, context: WordContext): Word[] {
  const pieces = scan(start, end, 'plain', context)
  const hasBraces = pieces.some((piece) => !piece.quoted && piece.text === '{')
  const withTilde = expandTilde(pieces, context.scope)
  const tooMany = hasBraces && pieces.length > mostPieces
  const words = tooMany ? undefined : expandBraces(withTilde, (text) => ({ ...fromText(text), quoted: false }))
  if (words) return words.flatMap((word) => splitFields(word, context.scope))
  context.giveUp()
  return [toWord(pieces)]
}

/** Expands to one value, as on the right of an assignment: no braces, no splitting. */
export function expandValue(start: number, end: number, context: WordContext): Word {
  const pieces = expandTilde(scan(start, end, 'plain', context), context.scope)
  return toWord(pieces.flatMap((piece) => (piece.list ? [{ ...join(piece.list, ' '), quoted: true }] : [piece])))
}

/** Expands a here-document with an unquoted delimiter. */
export function expandHereDocument(start: number, end: number, context: WordContext): Data {
  return toWord(scan(start, end, 'here-document', context))
}

function scan(start: number, end: number, mode: Mode, context: WordContext): Piece[] {
  const { source } = context.tree
  const pieces: Piece[] = []
  let plainFrom = start
  let at = start
  const flush = (until: number) => {
    if (until > plainFrom) pieces.push({ ...fromText(source.slice(plainFrom, until)), quoted: mode !== 'plain' })
  }
  while (at < end) {
    const special = readSpecial(at, end, mode, context)
    if (!special) {
      at++
      continue
    }
    flush(at)
    pieces.push(...special.pieces)
    at = special.next
    plainFrom = at
  }
  flush(end)
  return pieces
}

interface Special {
  readonly pieces: readonly Piece[]
  readonly next: number
}

function readSpecial(at: number, end: number, mode: Mode, context: WordContext): Special | undefined {
  const { source } = context.tree
  const character = source[at]
  if (character === '\\') return readEscape(at, end, mode, source)
  if (character === '$' || character === '`') return readExpansion(at, end, mode, context)
  if (mode !== 'plain') return undefined
  if (character === "'") return readSingleQuoted(at, end, source)
  if (character === '"') return readDoubleQuoted(at, end, context)
  if (character === '{' || character === ',' || character === '}') {
    return { pieces: [{ ...fromText(character), quoted: false }], next: at + 1 }
  }
  if ((character === '<' || character === '>') && source[at + 1] === '(') return readNode(at, context, true)
  return undefined
}

function readEscape(at: number, end: number, mode: Mode, source: string): Special | undefined {
  if (at + 1 >= end) return undefined
  const next = source[at + 1] ?? ''
  if (next === '\n') return { pieces: [], next: at + 2 }
  const escapable = mode === 'plain' || (mode === 'double-quoted' ? '$`"\\' : '$`\\').includes(next)
  return escapable ? { pieces: [quoted(next)], next: at + 2 } : undefined
}

function readSingleQuoted(at: number, end: number, source: string): Special {
  const close = source.indexOf("'", at + 1)
  const until = close < 0 || close >= end ? end : close
  return { pieces: [quoted(source.slice(at + 1, until))], next: until + 1 }
}

function readDoubleQuoted(at: number, end: number, context: WordContext): Special {
  const close = findDoubleQuote(at + 1, end, context)
  const inner = scan(at + 1, close, 'double-quoted', context)
  return { pieces: inner.length > 0 ? inner : [quoted('')], next: close + 1 }
}

function findDoubleQuote(start: number, end: number, context: WordContext): number {
  const { source, expansions } = context.tree
  for (let at = start; at < end; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '"') return at
    else at = (expansions.get(at)?.end ?? at + 1) - 1
  }
  return end
}

function readExpansion(at: number, end: number, mode: Mode, context: WordContext): Special | undefined {
  const { source } = context.tree
  const isQuoted = mode !== 'plain'
  if (context.tree.expansions.has(at)) return readNode(at, context, isQuoted)
  if (source[at] === '`' || source.startsWith('$(', at)) return readHidden(at, end, context, isQuoted)
  if (mode === 'plain' && source[at + 1] === "'") return readAnsiQuoted(at, end, source)
  if (mode === 'plain' && source[at + 1] === '"') return readDoubleQuoted(at + 1, end, context)
  const name = /^(?:[A-Za-z_]\w*|[0-9@*#?$!_-])/.exec(source.slice(at + 1, Math.min(end, at + 200)))?.[0]
  if (name === undefined) return undefined
  const values = readVariable(context.scope, name) ?? [inheritedVariable(name)]
  const isList = name === '@' || name === '*'
  return { pieces: toPieces(isList ? values : values.slice(0, 1), isList, isQuoted), next: at + 1 + name.length }
}

/**
 * Reads a substitution where the grammar sees plain text, as in a pattern or a here-document. When its end is unclear,
 * the whole rest is read.
 */
function readHidden(at: number, end: number, context: WordContext, isQuoted: boolean): Special {
  const { source } = context.tree
  const close = source[at] === '`' ? findBacktick(source, at + 1, end) : undefined
  if (close !== undefined) {
    const inner = source.slice(at + 1, close).replace(/\\([\\`$])/g, '$1')
    if (inner.trim() !== '') context.reevaluate(fromText(`$(${inner}\n)`))
    return { pieces: [{ ...unknownData, quoted: isQuoted }], next: close + 1 }
  }
  context.reevaluate(fromText(source.slice(at, end)))
  return { pieces: [{ ...unknownData, quoted: isQuoted }], next: end }
}

function findBacktick(source: string, start: number, end: number): number | undefined {
  for (let at = start; at < end; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '`') return at
  }
  return undefined
}

function readAnsiQuoted(at: number, end: number, source: string): Special {
  let close = at + 2
  while (close < end && source[close] !== "'") close += source[close] === '\\' ? 2 : 1
  return { pieces: [quoted(decodeEscapes(source.slice(at + 2, close)))], next: close + 1 }
}

function readNode(at: number, context: WordContext, isQuoted: boolean): Special | undefined {
  const node = context.tree.expansions.get(at)
  if (!node) return undefined
  return { pieces: expandNode(node, context, isQuoted), next: node.end }
}

function expandNode(node: SyntaxNode, context: WordContext, isQuoted: boolean): readonly Piece[] {
  if (node.type === 'command_substitution') {
    const output = context.capture(node)
    return toPieces([{ ...output, text: withoutLastLineBreaks(output.text) }], false, isQuoted)
  }
  if (node.type === 'process_substitution') {
    const content = context.connect(node)
    if (context.tree.source[node.start] === '>') {
      return [{ ...fromText('/dev/fd/63'), quoted: true, feed: (input) => void context.connect(node, input) }]
    }
    const { origin, secret } = content
    return [{ ...fromText('/dev/fd/63'), origin, secret, ...contents(content), quoted: true, content }]
  }
  if (node.type === 'arithmetic_expansion') return [expandArithmetic(node, context)]
  const inner = context.tree.source.slice(node.start, node.start + 2) === '${' ? 2 : 1
  const parameter = expandParameter(context.tree.source, node.start + inner, node.end - 1, context.scope, (from, to) =>
    toWord(scan(from, to, 'plain', context)),
  )
  if (parameter.reevaluated) for (const value of parameter.values) context.reevaluate(value)
  return toPieces(parameter.values, parameter.isList, isQuoted)
}

function withoutLastLineBreaks(text: string): string {
  let end = text.length
  while (text[end - 1] === '\n') end--
  return text.slice(0, end)
}

function expandArithmetic(node: SyntaxNode, context: WordContext): Piece {
  const inner = toWord(scan(node.start + 3, node.end - 2, 'double-quoted', context))
  const named = inner.text.replace(/[A-Za-z_]\w*/g, (name) => {
    const value = readVariable(context.scope, name)?.[0]
    if (value) context.reevaluate(value)
    return value?.text ?? '0'
  })
  const value = evaluateArithmetic(named)
  return { ...inner, text: value === undefined ? UNKNOWN : String(value), quoted: true }
}
