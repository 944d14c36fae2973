import {
  type Data,
  fromText,
  inheritedVariable,
  isKnown,
  join,
  noData,
  UNKNOWN,
  unknownData,
  withText,
} from '../words/data.js'
import { isCheap, removeMatch, replaceMatch } from '../words/glob.js'
import { readVariable, type Scope, writeVariable } from './scope.js'

/** Expands a piece of source. Passed in by the word expander. */
export type ExpandSpan = (start: number, end: number) => Data

export interface Parameter {
  readonly values: readonly Data[]
  /** Whether the expansion stays several words within quotes: `"${list[@]}"`. */
  readonly isList: boolean
  /** Whether the shell expands the value once more, as for prompts. */
  readonly reevaluated?: boolean
}

/** Expands `${...}`. `start` and `end` enclose the text between the braces. */
export function expandParameter(
  source: string,
  start: number,
  end: number,
  scope: Scope,
  expand: ExpandSpan,
): Parameter {
  const body = source.slice(start, end)
  const length = /^#([A-Za-z_]\w*|[@*]|\d+)(?:\[[@*]\])?$/.exec(body)
  if (length?.[1]) return one(lengthOf(readVariable(scope, length[1])))
  const head = /^(!?)([A-Za-z_]\w*|\d+|[@*#?$!_-])(?:\[([^\]]*)\])?/.exec(body)
  if (!head?.[2]) return one(unknownData)
  const name = head[1] ? indirectName(scope, head[2]) : head[2]
  if (name === undefined) return one(unknownData)
  const isList = name === '@' || name === '*' || head[3] === '@' || head[3] === '*'
  const index = head[3]
  // An array index is arithmetic, so substitutions in it run.
  if (index && /[$`]/.test(index)) expand(start + head[0].length - index.length - 1, start + head[0].length - 1)
  const values = select(name, index, scope)
  const operation = readOperation(body.slice(head[0].length))
  if (!operation) return { values: values ?? unset(name), isList }
  const operandStart = start + head[0].length + operation.operator.length
  const operand = () => expand(operandStart, end)
  return { ...apply(operation.operator, values, operand, name, scope), isList }
}

function select(name: string, index: string | undefined, scope: Scope): readonly Data[] | undefined {
  const values = readVariable(scope, name)
  if (index === undefined) return values && name !== '@' && name !== '*' ? values.slice(0, 1) : values
  if (index === '@' || index === '*' || values === undefined) return values
  if (/^\d+$/.test(index)) return values.slice(Number(index), Number(index) + 1)
  return /^-\d+$/.test(index) ? values.slice(Number(index)).slice(0, 1) : [unknownData]
}

/**
 * Returns the value of a name that was never set: it may come from the environment, but a missing positional parameter
 * is empty.
 */
function unset(name: string): readonly Data[] {
  return /^[@*\d]/.test(name) ? [] : [inheritedVariable(name)]
}

function indirectName(scope: Scope, name: string): string | undefined {
  const target = readVariable(scope, name)?.[0]
  return target && isKnown(target) && /^\w+$/.test(target.text) ? target.text : undefined
}

function readOperation(rest: string): { operator: string } | undefined {
  const operator = /^(?::[-=+?]|[-=+?]|##?|%%?|\/[/#%]?|\^\^?|,,?|@|:)/.exec(rest)?.[0]
  return operator === undefined ? undefined : { operator }
}

function apply(
  operator: string,
  values: readonly Data[] | undefined,
  operand: () => Data,
  name: string,
  scope: Scope,
): Omit<Parameter, 'isList'> {
  const test = operator.replace(':', '')
  if (test !== '' && '-=+?'.includes(test)) return { values: [withDefault(test, values, operand, name, scope)] }
  const argument = operand()
  if (operator === '@') {
    const value = values ?? unset(name)
    if (argument.text === 'U') return { values: value.map((data) => withText(data, data.text.toUpperCase())) }
    if (argument.text === 'L') return { values: value.map((data) => withText(data, data.text.toLowerCase())) }
    return { values: value, reevaluated: argument.text === 'P' }
  }
  return { values: (values ?? unset(name)).map((value) => transform(operator, value, argument)) }
}

function withDefault(
  test: string,
  values: readonly Data[] | undefined,
  operand: () => Data,
  name: string,
  scope: Scope,
): Data {
  const current = values && join(values)
  const isSet = current !== undefined && current.text !== ''
  // A name that the command does not set may be set in the environment, and then the operand is used.
  if (test === '+') return isSet || current === undefined ? operand() : noData
  if (isSet) return current
  const fallback = test === '?' ? unknownData : operand()
  if (test === '=') writeVariable(scope, name, [fallback])
  return fallback
}

function transform(operator: string, value: Data, argument: Data): Data {
  if (!isKnown(value)) return value
  if (operator === ':') return substring(value, argument.text)
  if (operator === '^^') return withText(value, value.text.toUpperCase())
  if (operator === ',,') return withText(value, value.text.toLowerCase())
  if (operator === '^') return withText(value, value.text.slice(0, 1).toUpperCase() + value.text.slice(1))
  if (operator === ',') return withText(value, value.text.slice(0, 1).toLowerCase() + value.text.slice(1))
  if (!isKnown(argument) || !isCheap(argument.text, value.text)) return withText(value, UNKNOWN)
  if (operator.startsWith('#'))
    return withText(value, removeMatch(value.text, argument.text, 'start', operator === '##'))
  if (operator.startsWith('%')) return withText(value, removeMatch(value.text, argument.text, 'end', operator === '%%'))
  return replace(operator, value, argument)
}

function substring(value: Data, argument: string): Data {
  const match = /^\s*(-?\d+)\s*(?::\s*(-?\d+)\s*)?$/.exec(argument)
  if (!match?.[1]) return withText(value, UNKNOWN)
  const from = Number(match[1])
  const start = from < 0 ? Math.max(0, value.text.length + from) : from
  if (match[2] === undefined) return withText(value, value.text.slice(start))
  const count = Number(match[2])
  return withText(value, value.text.slice(start, count < 0 ? value.text.length + count : start + count))
}

function replace(operator: string, value: Data, argument: Data): Data {
  const slash = argument.text.indexOf('/')
  const pattern = slash < 0 ? argument.text : argument.text.slice(0, slash)
  const replacement = slash < 0 ? '' : argument.text.slice(slash + 1)
  return pattern === '' ? value : withText(value, replaceMatch(value.text, pattern, replacement, operator))
}

function lengthOf(values: readonly Data[] | undefined): Data {
  const value = values?.length === 1 ? values[0] : undefined
  return value && isKnown(value) ? fromText(String(value.text.length)) : unknownData
}

function one(value: Data): Parameter {
  return { values: [value], isList: false }
}
