import { describeError, type SessionId } from '@hermes/core'
import type { Hooks } from '@hermes/core/hooks'
import type { Goal, GoalBook } from './goal-book.js'
import type { GoalVerdict } from './judge-goal.js'

export interface PursueGoalOptions {
  readonly book: GoalBook
  /** How many times the agent is asked to continue before the goal is paused. */
  readonly mostRounds: number
  /** `undefined`: there is no model that could. */
  readonly judge: (
    goal: Goal,
    event: Parameters<NonNullable<Hooks['pre_verify']>>[0],
  ) => Promise<GoalVerdict> | undefined
  /** Tells the people of the session. */
  readonly tell: (line: string, sessionId: SessionId) => void
}

/** Judges each answer of a conversation with a goal, and tells the agent to go on until the goal is reached. */
export function pursueGoal({ book, mostRounds, judge, tell }: PursueGoalOptions): NonNullable<Hooks['pre_verify']> {
  async function pause(sessionId: SessionId, reason: string): Promise<undefined> {
    await book.change(sessionId, (goal) => goal && { ...goal, state: 'paused', reason })
    tell(`The goal is paused: ${reason} /goal resume continues it.`, sessionId)
  }

  return async (event) => {
    const { sessionId } = event
    const goal = await book.get(sessionId)
    if (goal?.state !== 'active') return undefined
    const asked = judge(goal, event)
    if (!asked) return pause(sessionId, 'no model can judge it.')
    let verdict: GoalVerdict
    try {
      verdict = await asked
    } catch (error) {
      return pause(sessionId, `it could not be judged, ${describeError(error)}`)
    }
    if (verdict.verdict === 'unreached' && goal.rounds >= mostRounds)
      return pause(sessionId, `the agent was told to go on ${mostRounds} times. Still missing: ${verdict.reason}`)
    const changed = await book.change(sessionId, (current) => current && after(current, verdict))
    // A person has taken it back meanwhile.
    if (!changed || changed.state === 'paused') return undefined
    if (changed.state === 'reached') tell(`The goal is reached: ${verdict.reason}`, sessionId)
    return verdict.verdict === 'unreached' ? toMessage(changed, mostRounds) : undefined
  }
}

function after(goal: Goal, { verdict, reason }: GoalVerdict): Goal {
  if (goal.state !== 'active') return goal
  if (verdict === 'reached') return { ...goal, state: 'reached', reason }
  return { ...goal, reason, rounds: goal.rounds + (verdict === 'unreached' ? 1 : 0) }
}

function toMessage({ text, conditions, rounds, reason }: Goal, mostRounds: number): string {
  return [
    `The goal is not reached yet, round ${rounds} of ${mostRounds}: ${reason}`,
    `Goal: ${text}`,
    ...conditions.map((condition) => `- ${condition}`),
    'Go on with it. If you need the user for that, say what you need.',
  ].join('\n')
}
