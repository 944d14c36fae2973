import { describeError, type SessionId } from '@hermes/core'
import type { Hooks } from '@hermes/core/hooks'
import type { Goal, GoalBook } from './goal-book.js'
import type { GoalVerdict } from './judge-goal.js'

export interface PursueGoalOptions {
  readonly book: GoalBook
  /** How many times the agent is asked to continue before the goal is paused. */
  readonly mostRounds: number
  /** Judges a goal. `undefined` if no model is available for it. */
  readonly judge: (
    goal: Goal,
    event: Parameters<NonNullable<Hooks['pre_verify']>>[0],
  ) => Promise<GoalVerdict> | undefined
  /** Shows a line to the people of the session. */
  readonly tell: (line: string, sessionId: SessionId) => void
}

/** Judges each answer of a conversation with a goal, and tells the agent to continue until the goal is reached. */
export function pursueGoal({ book, mostRounds, judge, tell }: PursueGoalOptions): NonNullable<Hooks['pre_verify']> {
  /** Changes the judged goal. @returns `undefined` if a person has paused, replaced or removed the goal in the meantime; nothing changes then. */
  async function change(
    sessionId: SessionId,
    judged: Goal,
    change: (current: Goal) => Goal,
  ): Promise<Goal | undefined> {
    let isCurrent = false
    const changed = await book.change(sessionId, (current) => {
      isCurrent = current?.state === 'active' && current.text === judged.text
      return current && isCurrent ? change(current) : current
    })
    return isCurrent ? changed : undefined
  }

  async function pause(sessionId: SessionId, goal: Goal, reason: string): Promise<undefined> {
    if (!(await change(sessionId, goal, (current) => ({ ...current, state: 'paused', reason })))) return
    tell(`The goal is paused: ${reason} /goal resume continues it.`, sessionId)
  }

  return async (event) => {
    const { sessionId } = event
    const goal = await book.get(sessionId)
    if (goal?.state !== 'active') return undefined
    const asked = judge(goal, event)
    if (!asked) return pause(sessionId, goal, 'no model can judge it.')
    let given: GoalVerdict
    try {
      given = await asked
    } catch (error) {
      return pause(sessionId, goal, `it could not be judged, ${describeError(error)}`)
    }
    const { verdict, reason } = given
    if (verdict === 'unreached' && goal.rounds >= mostRounds)
      return pause(sessionId, goal, `the agent was told to go on ${mostRounds} times. Still missing: ${reason}`)
    const changed = await change(sessionId, goal, (current) => after(current, given))
    if (changed?.state === 'reached') tell(`The goal is reached: ${reason}`, sessionId)
    return changed && verdict === 'unreached' ? toMessage(changed, mostRounds) : undefined
  }
}

function after(goal: Goal, { verdict, reason }: GoalVerdict): Goal {
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
