import { patternOf } from '@hermes/safety/language'
import type { Node } from 'oxc-parser'

/** Returns the texts that an expression may evaluate to. */
export function literals(node: Node): readonly string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node.type === 'TemplateLiteral') return [patternOf(node.quasis.map(({ value }) => value.cooked ?? ''))]
  return node.type === 'ConditionalExpression' ? [node.consequent, node.alternate].flatMap(literals) : []
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
