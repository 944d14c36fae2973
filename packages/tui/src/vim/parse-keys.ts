import { motions, type Operator } from './motions.js'
import { textObjects } from './text-objects.js'

/** A complete command of normal mode. */
export interface VimCommand {
  /** Absent if none was typed. */
  readonly count?: number
  readonly operator?: Operator
  /**
   * A motion, `i` or `a` for a text object, `line` for a doubled operator, or the key of a command without an operator.
   */
  readonly name: string
  /** The character of `f`, `t`, `F`, `T` and `r`, or the name of the text object. */
  readonly argument?: string
}

/** Maximum count. Larger counts are useless in a prompt and could fill the memory. */
const largestCount = 999

const simple = new Set([...'xXDCsSYpPiaIAoOu~'])
const finds = new Set([...'fFtT'])
/** Shorthands for an operator with a motion. */
const shorthands: Readonly<Record<string, Pick<VimCommand, 'operator' | 'name'>>> = {
  x: { operator: 'd', name: 'l' },
  X: { operator: 'd', name: 'h' },
  D: { operator: 'd', name: '$' },
  C: { operator: 'c', name: '$' },
  s: { operator: 'c', name: 'l' },
  S: { operator: 'c', name: 'line' },
  Y: { operator: 'y', name: 'line' },
}

/** Parses the keys of a command. `incomplete`: more keys must follow. `invalid`: the keys are not a command. */
export function parseKeys(keys: readonly string[]): VimCommand | 'incomplete' | 'invalid' {
  const first = readCount(keys, 0)
  const key = keys[first.end]
  if (key === undefined) return 'incomplete'
  const operator = isOperator(key) ? key : undefined
  const second = operator ? readCount(keys, first.end + 1) : { end: first.end }
  const [name, argument] = keys.slice(second.end)
  if (name === undefined) return 'incomplete'
  const counts = [first.count, second.count].filter((count) => count !== undefined)
  const count =
    counts.length === 0
      ? {}
      : {
          count: Math.min(
            largestCount,
            counts.reduce((a, b) => a * b),
          ),
        }
  if (operator) return parseTarget({ ...count, operator }, name, argument)
  const shorthand = shorthands[name]
  if (shorthand) return { ...count, ...shorthand }
  if (simple.has(name)) return { ...count, name }
  if (name === 'r') return argument === undefined ? 'incomplete' : { ...count, name, argument }
  return parseMotion(count, name, argument)
}

function parseTarget(
  command: Pick<VimCommand, 'count' | 'operator'>,
  name: string,
  argument: string | undefined,
): VimCommand | 'incomplete' | 'invalid' {
  if (name === command.operator) return { ...command, name: 'line' }
  if (name !== 'i' && name !== 'a') return parseMotion(command, name, argument)
  if (argument === undefined) return 'incomplete'
  return Object.hasOwn(textObjects, argument) ? { ...command, name, argument } : 'invalid'
}

function parseMotion(
  command: Omit<VimCommand, 'name'>,
  name: string,
  argument: string | undefined,
): VimCommand | 'incomplete' | 'invalid' {
  if (Object.hasOwn(motions, name)) return { ...command, name }
  if (!finds.has(name) && name !== 'g') return 'invalid'
  if (argument === undefined) return 'incomplete'
  if (name === 'g') return argument === 'g' ? { ...command, name: 'gg' } : 'invalid'
  return { ...command, name, argument }
}

function readCount(keys: readonly string[], start: number): { readonly count?: number; readonly end: number } {
  let end = start
  while (/^[1-9]$/.test(keys[end] ?? '') || (end > start && keys[end] === '0')) end += 1
  return end === start ? { end } : { count: Math.min(largestCount, Number(keys.slice(start, end).join(''))), end }
}

function isOperator(key: string): key is Operator {
  return key === 'd' || key === 'c' || key === 'y'
}
