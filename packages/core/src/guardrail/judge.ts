import type { GuardrailOptions } from '../contracts/guardrail.js'
import { type AnsweredCalls, createCycleRule } from './cycles.js'
import { createFailureRules } from './failures.js'
import { toLimits } from './limits.js'
import type { Finding, Observation } from './observation.js'
import { createSameResultRule } from './same-results.js'

/** Applies all rules to a call, and to an answer when it has ended. A halt takes precedence over a warning. */
export function createJudge(options: GuardrailOptions) {
  const limits = toLimits(options)
  const failures = createFailureRules(limits)
  const sameResults = createSameResultRule(limits)
  const cycles = createCycleRule(limits)
  return (seen: Observation, answered: readonly Observation[] | undefined): Finding | undefined => {
    const found = [failures(seen), answered && cycles(toAnsweredCalls(answered)), sameResults(seen)]
    return found.find((one) => one?.severity === 'halt') ?? found.find((one) => one !== undefined)
  }
}

function toAnsweredCalls(seen: readonly Observation[]): AnsweredCalls {
  const byKey = new Map(seen.map((one) => [`${one.callKey}:${one.resultKey}`, one]))
  return {
    answer: seen[0]?.answer ?? 0,
    key: seen.some(({ kind }) => kind === 'wait') ? undefined : [...byKey.keys()].sort().join(' '),
    calls: [...byKey.values()].map(({ call }) => call),
  }
}
