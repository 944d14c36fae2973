import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { root } from '../architecture/source-files.js'

/** A regular expression of the product and where it stands. */
export interface FoundPattern {
  readonly path: string
  readonly pattern: RegExp
}

export interface PatternsOfFile {
  readonly literals: readonly RegExp[]
  /** How many places make a pattern from a text. */
  readonly constructions: number
}

export function patternsOf(path: string): PatternsOfFile {
  const { program, errors } = parseSync(path, readFileSync(join(root, path), 'utf8'))
  if (errors.length > 0) throw new SyntaxError(`${path} cannot be read: ${errors[0]?.message}`)
  const literals: RegExp[] = []
  let constructions = 0
  const count = ({ callee }: { callee: { type: string; name?: string } }) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp') constructions += 1
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node) literals.push(new RegExp(node.regex.pattern, node.regex.flags))
    },
    NewExpression: count,
    CallExpression: count,
  }).visit(program)
  return { literals, constructions }
}
