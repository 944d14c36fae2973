import { BoundedMap } from './bounded-map.js'
import { type Limit, type Limits, telling, withoutHalt } from './limits.js'
import { type Finding, finding, type Observation } from './observation.js'
import { Streak } from './streak.js'

interface LastResult {
  readonly streak: Streak
  seen: Observation
}

/** Detects a tool that returns the same text for different arguments: a blocked page, an error disguised as a result. */
export function createSameResultRule(limits: Limits): (seen: Observation) => Finding | undefined {
  const byTool = new BoundedMap<string, LastResult>(100)
  return (seen) => {
    const limit = limitFor(seen, limits)
    const { call } = seen
    const last = byTool.touch(call.function.name, () => ({ streak: new Streak(), seen }))
    if (!limit || !seen.hasResultOf(last.seen)) last.streak.reset()
    last.seen = seen
    if (!limit) return undefined
    const severity = last.streak.judge(last.streak.count + 1, limit, seen.answer)
    return finding('guardrail/same-result', severity, { count: last.streak.count, calls: [call] })
  }
}

/**
 * Returns the limit for a result. Acknowledgements are equal for every change, and short failures are counted as
 * failures.
 */
function limitFor({ kind, isError, length }: Observation, limits: Limits): Limit | undefined {
  if (kind === 'wait') return undefined
  if (length < telling) return kind === 'read' && !isError ? limits.failingTool : undefined
  return kind === 'command' ? withoutHalt(limits.sameResult) : limits.sameResult
}
