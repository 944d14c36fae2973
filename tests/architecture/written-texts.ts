import type { Node } from 'oxc-parser'
import { literals } from './literals.js'

interface WrittenText {
  readonly pattern: string
  /** How the text is written. `bare`: without the translator. `told`: through a function that translates it. */
  readonly kind: 'bare' | 'told'
}

/** Functions whose arguments people read. `tell` and `confirm` translate the text themselves. */
const writers = { write: 'bare', writeLine: 'bare', writeLines: 'bare', tell: 'told', confirm: 'told' } as const

/** Returns the texts that a call writes to a person. */
export function writtenBy(node: Node): readonly WrittenText[] {
  // Streams of the process are written before the language is known.
  if (node.type !== 'CallExpression' || isOfProcess(node.callee)) return []
  const name = nameOf(node.callee)
  const kind = Object.entries(writers).find(([writer]) => writer === name)?.[1]
  if (kind === undefined) return []
  return node.arguments
    .flatMap(shownBy)
    .filter(hasWords)
    .map((pattern) => ({ pattern, kind }))
}

/** Returns the texts of an expression that reach their reader unchanged. */
function shownBy(node: Node): readonly string[] {
  switch (node.type) {
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(shownBy)
    case 'LogicalExpression':
    case 'BinaryExpression':
      return /^(?:\+|\?\?|\|\||&&)$/.test(node.operator) ? [node.left, node.right].flatMap(shownBy) : []
    case 'TemplateLiteral':
      return [...literals(node), ...node.expressions.flatMap(shownBy)]
    case 'TaggedTemplateExpression':
      return node.quasi.expressions.flatMap(shownBy)
    case 'ArrayExpression':
      return node.elements.flatMap((element) => (element ? shownBy(element) : []))
    case 'ArrowFunctionExpression':
      return shownBy(node.body)
    case 'CallExpression': {
      // Counted or serialized values are data; `replaceAll(a, b)` compares.
      const name = nameOf(node.callee)
      if (name === 'plural') return node.arguments.flatMap(literals)
      if (name === 'safeText' || name === 'oneLine' || name === 'truncate') return node.arguments.flatMap(shownBy)
      const inside = name === 'map' || name === 'flatMap' ? node.arguments.flatMap(shownBy) : []
      return node.callee.type === 'MemberExpression' ? [...shownBy(node.callee.object), ...inside] : inside
    }
    default:
      return literals(node)
  }
}

function nameOf(callee: Node): string | undefined {
  if (callee.type === 'Identifier') return callee.name
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : undefined
}

/** Whether a callee is `process.stderr.write`. */
function isOfProcess(callee: Node): boolean {
  if (callee.type === 'Identifier') return callee.name === 'process'
  return callee.type === 'MemberExpression' && isOfProcess(callee.object)
}

/**
 * Whether a text contains words. Commands, options, settings, variables, paths and addresses are the same in all languages.
 */
function hasWords(pattern: string): boolean {
  const names = /\{\d+\}|\bhermes(?: [a-z-]+)*(?=:|$)|\bhermes\b|\S*[_./=\\]\S+|--?[a-z]\S*/g
  return /\p{Letter}{2}/u.test(pattern.replaceAll(names, ' '))
}
