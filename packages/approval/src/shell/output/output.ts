import { type Data, isKnown, join, type Origin, UNKNOWN, unknownData, type Word, withText } from '../../words/data.js'
import type { Invocation } from '../../words/invocation.js'
import { readArguments } from '../../words/options.js'

/** What an output model may read. */
export interface OutputContext {
  readFile(word: Word): Data | undefined
  holdsSecrets(word: Word): boolean
}

export type Output = (invocation: Invocation, context: OutputContext) => Data

export const generated: Data = { ...unknownData, origin: 'generated' }
export const remote: Data = { ...unknownData, origin: 'remote' }
export const decoded: Data = { ...unknownData, origin: 'decoded' }

/** Returns the input or the named files, for `cat` and for filters of which only the origin matters. */
export function inputOf(invocation: Invocation, context: OutputContext, operands: readonly Word[]): Data {
  const files = operands.filter((word) => word.text !== '-')
  if (files.length === 0) return invocation.stdin ?? unknownData
  return join(files.map((word) => readInput(word, context)))
}

function readInput(word: Word, context: OutputContext): Data {
  const content = word.content ?? context.readFile(word)
  if (content) return content
  return { ...unknownData, origin: 'file', secret: context.holdsSecrets(word) }
}

export const cat: Output = (invocation, context) =>
  inputOf(invocation, context, readArguments(invocation.argv.slice(1)).operands)

/** Models a filter whose result is not computed. */
export function filter(origin: Origin, valueOptions = '', operandsBefore = 0): Output {
  return (invocation, context) => {
    const { operands } = readArguments(invocation.argv.slice(1), { short: valueOptions })
    const input = inputOf(invocation, context, operands.slice(operandsBefore))
    return withText(input, UNKNOWN, origin)
  }
}

/** Models a filter that keeps whole lines, so a single line passes unchanged. */
export function selection(valueOptions: string, operandsBefore = 0): Output {
  return (invocation, context) => {
    const { operands } = readArguments(invocation.argv.slice(1), { short: valueOptions })
    const input = inputOf(invocation, context, operands.slice(operandsBefore))
    const isOneLine = isKnown(input) && !input.text.trimEnd().includes('\n')
    return isOneLine ? input : withText(input, UNKNOWN, input.origin === 'command' ? 'generated' : input.origin)
  }
}
