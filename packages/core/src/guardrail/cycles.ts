import type { AnsweredCalls } from './answered-calls.js'
import type { Limits } from './limits.js'
import { type Finding, finding } from './observation.js'
import { Streak } from './streak.js'

const longestCycle = 5

interface Period {
  readonly length: number
  readonly streak: Streak
  /** How many consecutive answers equaled the one `length` answers before them. */
  matches: number
}

/**
 * Detects answers that repeat: the same one, or a cycle of up to five. For each cycle length, it counts how many answers in a
 * row equaled the one that many answers ago, so an answer costs five comparisons regardless of the length of the turn.
 */
export function createCycleRule(limits: Limits): (answered: AnsweredCalls) => Finding | undefined {
  const periods = Array.from({ length: longestCycle }, (_, index): Period => {
    return { length: index + 1, streak: new Streak(), matches: 0 }
  })
  let recent: AnsweredCalls[] = []

  return (answered) => {
    recent = [...recent, answered].slice(-longestCycle - 1)
    for (const period of periods) {
      const before = recent.at(-1 - period.length)
      const isSame = before !== undefined && answered.repeats(before)
      period.matches = isSame ? period.matches + 1 : 0
      if (!isSame) period.streak.reset()
    }
    for (const { length, streak, matches } of periods) {
      if (matches === 0) continue
      const rounds = Math.floor(matches / length) + 1
      const severity = streak.judge(rounds, length === 1 ? limits.sameCall : limits.cycle, answered.answer)
      const calls = recent.slice(-length).flatMap((one) => one.calls)
      const code = length === 1 ? 'guardrail/same-call' : 'guardrail/cycle'
      if (severity) return finding(code, severity, { count: rounds, calls })
    }
    return undefined
  }
}
