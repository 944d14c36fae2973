import { isCommandVariable } from '../unwrap/hooks.js'
import { type Data, join, noData } from '../words/data.js'
import { expandValue, expandWord } from './expand-word.js'
import { type Frame, readFile } from './frame.js'
import { readVariable, writeVariable } from './scope.js'
import type { SyntaxNode } from './syntax-tree.js'
import { toContext } from './word-context.js'

/** Runs a standalone `name=value`. */
export function runAssignment(node: SyntaxNode, frame: Frame): Data {
  const assignment = readAssignment(node, frame)
  if (assignment) assign(assignment.name, assignment.values, frame)
  return noData
}

/** Variables whose values the shell executes or expands. */
const evaluatedVariables = /^(?:PS[0-4]|BASH_ENV|ENV)$/

/** Sets a variable and follows what the shell executes for it. */
export function assign(name: string, values: readonly Data[], frame: Frame): void {
  const { scope } = frame
  const before = scope.variables.get(name)
  if (frame.conditional && before && before[0]?.text !== values[0]?.text) scope.alternatives.set(name, before)
  writeVariable(scope, name, values)
  evaluateVariable(name, values[0] ?? noData, frame)
}

/** Follows what the shell or other programs execute because of a variable with this name. */
export function evaluateVariable(name: string, value: Data, frame: Frame): void {
  if (holdsSubscript(value.text)) frame.trace.run.reevaluate(value, frame)
  if (name === 'PROMPT_COMMAND') frame.trace.run.text(value, frame)
  else if (isCommandVariable(name)) frame.trace.run.text(value, { ...frame, lenient: true })
  else if (evaluatedVariables.test(name)) {
    frame.trace.run.reevaluate(value, frame)
    const content = readFile({ glob: false, ...value }, frame)
    if (content) frame.trace.run.text(content, frame)
  }
}

/**
 * Whether a value contains a subscript such as `a[$(cmd)]`, an expression that runs wherever the shell treats the
 * variable as a number.
 */
function holdsSubscript(text: string): boolean {
  const bracket = text.indexOf('[')
  return bracket >= 0 && /\$\(|`/.test(text.slice(bracket))
}

export interface Assignment {
  readonly name: string
  readonly values: readonly Data[]
}

export function readAssignment(node: SyntaxNode, frame: Frame): Assignment | undefined {
  const { source } = frame.tree
  const target = node.children.find((child) => child.field === 'name')
  const value = node.children.find((child) => child.field === 'value')
  if (!target) return undefined
  const name = /^[A-Za-z_]\w*/.exec(source.slice(target.start, target.end))?.[0]
  if (name === undefined) return undefined
  const values = value ? readValues(value, frame) : [noData]
  const before = readVariable(frame.scope, name)
  if (target.type === 'subscript') frame.trace.run.statement(target, frame)
  if (target.type === 'subscript') return { name, values: [...(before ?? []), ...values] }
  const appends = source.slice(target.end, target.end + 2) === '+='
  if (!appends || !before) return { name, values }
  return { name, values: value?.type === 'array' ? [...before, ...values] : [join([...before, ...values])] }
}

function readValues(value: SyntaxNode, frame: Frame): readonly Data[] {
  const context = toContext(frame)
  if (value.type !== 'array') return [expandValue(value.start, value.end, context)]
  return value.children
    .filter((child) => child.type !== '(' && child.type !== ')')
    .flatMap((child) => expandWord(child.start, child.end, context))
}
