import type { GuardrailOptions } from '../contracts/agent/guardrail.js'
import { AnsweredCalls } from './answered-calls.js'
import { createCycleRule } from './cycles.js'
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
    const found = [failures(seen), answered && cycles(new AnsweredCalls(answered)), sameResults(seen)]
    return found.find((one) => one?.severity === 'halt') ?? found.find((one) => one !== undefined)
  }
}
