import type { SlashCommand } from '@hermes/core'
import type { Goal, GoalBook } from './goal-book.js'

const usage = '[text | status | pause | resume | clear]'
const verbs = ['status', 'pause', 'resume', 'clear']
const none = { type: 'error', text: 'This conversation has no goal: /goal all tests pass sets one.' }

/** `/goal`: sets what the agent works on until it is reached. */
export function goalCommand(book: GoalBook, mostRounds: number): SlashCommand {
  return {
    name: 'goal',
    usage,
    description: 'set what the agent works on until it is reached',
    category: 'session',
    complete: async (prefix) => verbs.filter((verb) => verb.startsWith(prefix)).map((text) => ({ text })),
    async run(args, { sessionId }) {
      const given = args.trim()
      if (given === '' || given === 'status') {
        const goal = await book.get(sessionId)
        return goal ? { type: 'text', text: describe(goal, mostRounds) } : { type: 'text', text: none.text }
      }
      if (given === 'clear') {
        await book.change(sessionId, () => undefined)
        return { type: 'text', text: 'The goal is gone.' }
      }
      if (given === 'pause') {
        const goal = await book.change(sessionId, (current) => current && { ...current, state: 'paused' })
        return goal ? { type: 'text', text: 'The goal is paused: /goal resume continues it.' } : none
      }
      if (given === 'resume') {
        const goal = await book.change(sessionId, (current) => current && { ...current, state: 'active', rounds: 0 })
        return goal ? { type: 'message', content: `Go on with the goal: ${goal.text}` } : none
      }
      await book.change(sessionId, () => ({ text: given, conditions: [], state: 'active', rounds: 0, reason: '' }))
      return { type: 'message', content: given }
    },
  }
}

/** `/subgoal`: adds conditions that must hold. */
export function subgoalCommand(book: GoalBook): SlashCommand {
  return {
    name: 'subgoal',
    usage: '<text | remove NUMBER>',
    description: 'add a condition to the goal, or remove one',
    category: 'session',
    async run(args, { sessionId }) {
      const given = args.trim()
      if (given === '') return { type: 'error', text: 'Say what else must hold: /subgoal the README is up to date.' }
      const [, number] = /^remove (\d+)$/.exec(given) ?? []
      const goal = await book.change(sessionId, (current) => {
        if (!current) return undefined
        const kept = current.conditions.filter((_, index) => index !== Number(number) - 1)
        return { ...current, conditions: number === undefined ? [...current.conditions, given] : kept }
      })
      if (!goal) return none
      return { type: 'text', text: [`Goal: ${goal.text}`, ...numbered(goal)].join('\n') }
    },
  }
}

function describe(goal: Goal, mostRounds: number): string {
  const state = goal.state === 'active' ? `active, round ${goal.rounds} of ${mostRounds}` : goal.state
  return [`Goal (${state}): ${goal.text}`, ...numbered(goal), ...(goal.reason === '' ? [] : [goal.reason])].join('\n')
}

function numbered({ conditions }: Goal): readonly string[] {
  return conditions.map((condition, index) => `${index + 1}. ${condition}`)
}
