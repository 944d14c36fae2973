import type { ToolOutcome } from '@hermes/core'
import { lineAmount } from '../shared/line-amount.js'
import type { CodeLimits } from './code-limits.js'
import type { ProgramResult } from './run-program.js'

/** Returns the result for the model: standard output, and the reason for a failure. */
export function toOutcome(result: ProgramResult, limits: CodeLimits, loss?: string): ToolOutcome {
  const problem = describeEnd(result, limits)
  const note = loss === undefined ? '' : `[Variables of earlier programs are lost: ${loss}.]`
  const parts =
    problem === undefined
      ? [note, result.stdout || result.stderr || '[The program printed nothing.]']
      : [note, result.stdout, result.stderr, `[${problem}]`]
  const content = parts
    .map((part) => part.replace(/\n$/, ''))
    .filter((part) => part !== '')
    .join('\n')
  return problem === undefined
    ? { content, amount: lineAmount(result.stdout || result.stderr) }
    : { content, isError: true }
}

const stateLost = 'Variables are lost; the next program starts with none.'

/** Describes a failure. Returns `undefined` for success. */
function describeEnd({ end, endedBy }: ProgramResult, { timeoutMs }: CodeLimits): string | undefined {
  const state = end.type === 'ended' ? 'Variables are kept.' : stateLost
  if (endedBy === 'interrupt') return `The program was interrupted. ${state}`
  if (endedBy === 'timeout') return `The program was ended after ${timeoutMs / 1000} s. ${state}`
  if (end.type === 'killed') return `The program was ended. ${stateLost}`
  if (end.type === 'died') {
    const how = end.exit.signal ? `was ended by ${end.exit.signal}` : `ended with exit code ${end.exit.code}`
    return `The process of the program ${how}. ${stateLost}`
  }
  return end.code === 0 ? undefined : `exit code ${end.code}`
}
